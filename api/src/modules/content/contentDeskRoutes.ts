import {
  createPost,
  discardContentDraft,
  getPostId,
  getPostKey,
  getStaffContent,
  isContentOf,
  isPostKey,
  listContent,
  listStaffPosts,
  publishContent,
  restoreContent,
  saveHomeDraft,
  saveMailsDraft,
  saveMenuDraft,
  savePostDraft,
  saveTextDraft,
  storefronts,
  toStorefrontPath,
  unpublishContent,
  type ResponseOf,
  type StorefrontSlug,
} from '@shop/contracts';
import { findStorefrontBySlug } from '@shop/contracts/storefronts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import type { Queryable } from '../../database/Database';
import { createDraftKey } from '../../http/draftKey';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import type { StaffSession } from '../../http/StaffSession';
import { discardDraft, publishDraft, restoreVersion, saveDraft, unpublish } from './changeDocuments';
import {
  findDocument,
  findDocuments,
  findHistory,
  findPublished,
  type DocumentPlace,
  type PublishedVersion,
} from './documentsRepository';
import { readDocumentPlace } from './contentRoutes';
import { getDraftId } from './getDraftId';
import { findDeskPosts } from './postsRepository';
import { beginPost, findPostDocument } from './publishPosts';

const POSTS_PER_DESK_PAGE = 50;

/** @throws {ShopError} CONTENT_NOT_FOUND. */
const readPlace = (names: { readonly store: string; readonly key: string }): DocumentPlace => {
  const place = readDocumentPlace(names);
  if (!isContentOf(place.key, place.store)) throw new ShopError('CONTENT_NOT_FOUND');
  return place;
};

/** @throws {ShopError} CONTENT_NOT_FOUND. */
const readStore = (store: string): StorefrontSlug => {
  const found = Object.values(storefronts).find(({ slug }) => slug === store);
  if (!found) throw new ShopError('CONTENT_NOT_FOUND');
  return found.slug;
};

const toPublished = ({ number, at, by }: Omit<PublishedVersion, 'body'>) => ({ number, at: at.toISOString(), by });

const getPagePath = ({ store, key }: DocumentPlace): string => {
  const id = findStorefrontBySlug(storefronts, store);
  const isHome = key === 'home' || key === 'menu' || key === 'mails';
  const path = isPostKey(key) ? `/blog/${getPostId(key)}` : isHome ? '/' : `/${key}`;
  return id === undefined ? path : toStorefrontPath(path, id);
};

/** The desk of home pages, texts and menus. */
export const contentDeskRoutes = (app: FastifyInstance, { database, clock, config }: AppContext): void => {
  const by = ({ actor }: StaffSession) => ({ actor, now: clock.now() });
  const answer = async (place: DocumentPlace, message: string): Promise<ResponseOf<typeof getStaffContent>> => {
    const [stored, published, history, post] = await Promise.all([
      findDocument(database, place),
      findPublished(database, place),
      findHistory(database, place),
      findPostDocument(database, place),
    ]);
    const preview = new URL(getPagePath(place), config.publicUrl);
    preview.searchParams.set('draft', createDraftKey(config, getDraftId(place), clock.now()).key);
    return {
      status: true,
      message,
      data: {
        ...place,
        published: published ? toPublished(published) : null,
        draft: stored.draft && {
          at: stored.draftedAt?.toISOString() ?? '',
          by: stored.draftedBy ?? '',
        },
        shown: !isPostKey(place.key) || post !== undefined,
        document: { ...(stored.draft ?? (published?.body as object | undefined) ?? post) },
        version: stored.version,
        history: history.map(toPublished),
        preview_url: preview.href,
      },
    };
  };
  const change = async (
    place: DocumentPlace,
    message: string,
    work: (connection: Queryable) => Promise<void>,
  ): Promise<ResponseOf<typeof getStaffContent>> => {
    await database.transaction(work);
    return answer(place, message);
  };

  route(app, listContent, { summary: 'Lists pages and menus that staff have changed.', cache: 'private' })(
    async () => ({
      status: true,
      message: 'Pages',
      data: (await findDocuments(database)).map((document) => ({
        store: document.store,
        key: document.key,
        published:
          document.published === null
            ? null
            : {
                number: document.published,
                at: document.publishedAt?.toISOString() ?? '',
                by: document.publishedBy ?? '',
              },
        draft: document.draftedAt && { at: document.draftedAt.toISOString(), by: document.draftedBy ?? '' },
      })),
    }),
  );

  route(app, getStaffContent, {
    summary: 'Returns a page with what is being written, what is published and its history.',
    cache: 'private',
  })(async ({ params }) => {
    const found = await answer(readPlace(params), 'Page');
    const { key, shown, draft } = found.data;
    if (isPostKey(key) && !shown && !draft) throw new ShopError('CONTENT_NOT_FOUND');
    return found;
  });

  route(app, listStaffPosts, { summary: 'Lists posts that are shown or written, newest first.', cache: 'private' })(
    async ({ params, query: { cursor } }) => {
      const store = readStore(params.store);
      const page = Math.max(1, Number(cursor ?? 1));
      const posts = await findDeskPosts(database, store, {
        offset: (page - 1) * POSTS_PER_DESK_PAGE,
        limit: POSTS_PER_DESK_PAGE + 1,
      });
      return {
        status: true,
        message: 'Posts',
        data: {
          store,
          items: posts.slice(0, POSTS_PER_DESK_PAGE).map(({ draftedAt, draftedBy, ...post }) => ({
            ...post,
            draft: draftedAt && { at: draftedAt.toISOString(), by: draftedBy ?? '' },
          })),
          next: posts.length > POSTS_PER_DESK_PAGE ? String(page + 1) : null,
        },
      };
    },
  );

  route(app, createPost, { summary: 'Begins a post of the blog, as a draft.', cache: 'private' })(
    async ({ params, body: { title } }, { staff }) => {
      const store = readStore(params.store);
      const place = await database.transaction((connection) => beginPost(connection, store, title, by(staff)));
      return answer(place, 'The post is begun.');
    },
  );

  route(app, savePostDraft, { summary: 'Keeps the draft of a post.', cache: 'private' })(
    async ({ params, body: { version, document } }, { staff }) => {
      const place = readPlace({ ...params, key: getPostKey(params.id) });
      return change(place, 'Saved.', (connection) =>
        saveDraft(connection, place, { seen: version, document }, by(staff)),
      );
    },
  );

  route(app, saveHomeDraft, { summary: 'Keeps the draft of a home page.', cache: 'private' })(
    async ({ params, body: { version, document } }, { staff }) => {
      const place = readPlace({ ...params, key: 'home' });
      return change(place, 'Saved.', (connection) =>
        saveDraft(connection, place, { seen: version, document }, by(staff)),
      );
    },
  );

  route(app, saveMenuDraft, { summary: 'Keeps the draft of a menu.', cache: 'private' })(
    async ({ params, body: { version, document } }, { staff }) => {
      const place = readPlace({ ...params, key: 'menu' });
      return change(place, 'Saved.', (connection) =>
        saveDraft(connection, place, { seen: version, document }, by(staff)),
      );
    },
  );

  route(app, saveMailsDraft, { summary: 'Keeps the draft of the words of mails.', cache: 'private' })(
    async ({ params, body: { version, document } }, { staff }) => {
      const place = readPlace({ ...params, key: 'mails' });
      return change(place, 'Saved.', (connection) =>
        saveDraft(connection, place, { seen: version, document }, by(staff)),
      );
    },
  );

  route(app, saveTextDraft, { summary: 'Keeps the draft of a text page.', cache: 'private' })(
    async ({ params, body: { version, document } }, { staff }) => {
      const place = readPlace(params);
      return change(place, 'Saved.', (connection) =>
        saveDraft(connection, place, { seen: version, document }, by(staff)),
      );
    },
  );

  route(app, discardContentDraft, { summary: 'Forgets the draft of a page.', cache: 'private' })(
    async ({ params, body }) => {
      const place = readPlace(params);
      return change(place, 'Discarded.', (connection) => discardDraft(connection, place, body.version));
    },
  );

  route(app, publishContent, { summary: 'Shows the draft of a page to shoppers.', cache: 'private' })(
    async ({ params, body }, { staff }) => {
      const place = readPlace(params);
      return change(place, 'Published.', (connection) => publishDraft(connection, place, body.version, by(staff)));
    },
  );

  route(app, unpublishContent, { summary: 'Shows shoppers what was compiled.', cache: 'private' })(
    async ({ params, body }, { staff }) => {
      const place = readPlace(params);
      return change(place, 'Taken back.', (connection) => unpublish(connection, place, body.version, by(staff)));
    },
  );

  route(app, restoreContent, { summary: 'Makes an earlier version of a page the draft.', cache: 'private' })(
    async ({ params, body: { version, number } }, { staff }) => {
      const place = readPlace(params);
      return change(place, 'Restored as a draft.', (connection) =>
        restoreVersion(connection, place, { seen: version, number }, by(staff)),
      );
    },
  );
};
