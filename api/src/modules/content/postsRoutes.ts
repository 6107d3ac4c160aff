import { DEFAULT_STORE_SLUG, getPost, getPostDraft, getPostKey, listPosts, storefronts } from '@shop/contracts';
import type { PostDetail, PostDocument } from '@shop/contracts';
import { isKnownDocument } from '@shop/contracts/readDocument';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import { isDraftKey } from '../../http/draftKey';
import { parsePage } from '../../http/parsePage';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import { findDocument } from './documentsRepository';
import { estimateReadingTime } from './estimateReadingTime';
import { getDraftId } from './getDraftId';
import { findMorePosts, findPost, findPostPage, READ_MORE } from './postsRepository';

/** Returns what is being written, for who has the key of its preview; undefined if a newer release writes it. */
const findDraft = async (
  { database, config, clock }: Pick<AppContext, 'database' | 'config' | 'clock'>,
  id: string,
  draftKey: string,
): Promise<PostDetail | undefined> => {
  const key = getPostKey(id);
  const owner = Object.values(storefronts).find(({ slug: store }) =>
    isDraftKey(config, draftKey, getDraftId({ store, key }), clock.now()),
  );
  const draft = owner && (await findDocument(database, { store: owner.slug, key })).draft;
  if (!draft || !isKnownDocument(key, draft)) return undefined;
  const { title, lead, category, author, time, picture, body } = draft as PostDocument; // of the schema of its key
  return {
    ...{ id, store: owner.slug, title, description: lead, category, author, time, body, readMore: READ_MORE },
    ...{ image: picture?.src ?? '', imageAlt: picture?.alt ?? '', readingTime: estimateReadingTime(body) },
    more: await findMorePosts(database, owner.slug, id),
  };
};

export const postsRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { reads: database } = context;
  route(app, listPosts, {
    summary: "Returns a page of a storefront's blog, newest first.",
    cache: 'fresh',
  })(async ({ query }) => ({
    success: true,
    data: await findPostPage(database, query.store ?? DEFAULT_STORE_SLUG, parsePage(query.page)),
    message: 'Posts',
  }));

  route(app, getPost, {
    summary: 'Returns a post with its text. 404 with "Post not found".',
    cache: 'fresh',
  })(async ({ params }) => {
    const post = await findPost(database, params.id.replaceAll('\0', ''));
    if (!post) throw new ShopError('POST_NOT_FOUND');
    return { success: true, data: post, message: 'Post' };
  });

  route(app, getPostDraft, {
    summary: 'Returns the draft of a post for who has the key of its preview, else what is shown.',
    cache: 'private',
  })(async ({ params, query: { draft } }) => {
    const id = params.id.replaceAll('\0', '');
    const post = (await findDraft(context, id, draft)) ?? (await findPost(context.database, id));
    if (!post) throw new ShopError('POST_NOT_FOUND');
    return { success: true, data: post, message: 'Post' };
  });
};
