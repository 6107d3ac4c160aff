import { CONTENT_KEYS, EVERY_STORE, getContent, getContentDraft, isPostKey, storefronts } from '@shop/contracts';
import type { ContentStore, ResponseOf } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import { isDraftKey } from '../../http/draftKey';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import { findDocument, findPublished, type DocumentPlace } from './documentsRepository';
import { getDraftId } from './getDraftId';

/** @throws {ShopError} CONTENT_NOT_FOUND for what is no document. */
export const readDocumentPlace = ({ store, key }: { readonly store: string; readonly key: string }): DocumentPlace => {
  const isStore = store === EVERY_STORE || Object.values(storefronts).some(({ slug }) => slug === store);
  const known = isPostKey(key) ? key : CONTENT_KEYS.find((each) => each === key);
  if (!isStore || known === undefined) throw new ShopError('CONTENT_NOT_FOUND');
  return { store: store as ContentStore, key: known }; // checked here
};

/** The words of mails are on no page. */
const readPage = (names: { readonly store: string; readonly key: string }): DocumentPlace => {
  const place = readDocumentPlace(names);
  if (place.key === 'mails') throw new ShopError('CONTENT_NOT_FOUND');
  return place;
};

/** Leaves hidden sections out: they may tell of what is still to come. Another release may have written the rest. */
const leaveOutHidden = (body: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Array.isArray(body['sections'])
    ? {
        ...body,
        sections: body['sections'].filter((section: { readonly hidden?: unknown }) => section.hidden !== true),
      }
    : body;

const answerWith = (
  found: { readonly body: unknown; readonly at: Date } | undefined,
): ResponseOf<typeof getContent> => {
  if (!found) throw new ShopError('CONTENT_NOT_FOUND');
  const [updated] = found.at.toISOString().split('T');
  const data = leaveOutHidden(found.body as Record<string, unknown>);
  return { status: true, message: 'Page', data, ...(updated && { updated }) };
};

/** Pages that staff have published, as shoppers read them. */
export const contentRoutes = (app: FastifyInstance, { reads, database, config, clock }: AppContext): void => {
  route(app, getContent, {
    summary: 'Returns a page that staff have published. 404 if there is none.',
    cache: 'fresh',
  })(async ({ params }) => answerWith(await findPublished(reads, readPage(params))));

  route(app, getContentDraft, {
    summary: 'Returns the draft of a page for who has the key of its preview, else what is published.',
    cache: 'private',
  })(async ({ params, query: { draft } }) => {
    const place = readPage(params);
    const written = isDraftKey(config, draft, getDraftId(place), clock.now())
      ? (await findDocument(database, place)).draft
      : null;
    return answerWith(written === null ? await findPublished(database, place) : { body: written, at: clock.now() });
  });
};
