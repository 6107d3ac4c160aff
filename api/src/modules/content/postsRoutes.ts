import { DEFAULT_STORE_SLUG, getPost, listPosts } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Readable } from '../../database/Database';
import { parsePage } from '../../http/parsePage';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import { findPost, findPostPage } from './postsRepository';

export const postsRoutes = (app: FastifyInstance, database: Readable): void => {
  route(app, listPosts, {
    summary: "Returns a page of a storefront's blog, newest first.",
    cache: 'public',
  })(async ({ query }) => ({
    success: true,
    data: await findPostPage(database, query.store ?? DEFAULT_STORE_SLUG, parsePage(query.page)),
    message: 'Posts',
  }));

  route(app, getPost, {
    summary: 'Returns a post with its text. 404 with "Post not found".',
    cache: 'public',
  })(async ({ params }) => {
    const post = await findPost(database, params.id.replaceAll('\0', ''));
    if (!post) throw new ShopError('POST_NOT_FOUND');
    return { success: true, data: post, message: 'Post' };
  });
};
