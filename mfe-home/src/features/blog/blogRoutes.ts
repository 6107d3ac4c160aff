import { pageLoader, selectStorefront, storefrontEntered } from '@shop/shared/state';
import type { RouteHandle } from '@shop/shared/remote';
import { storefrontOfSlug } from '@shop/shared/storefronts';
import type { RouteObject } from 'react-router-dom';
import { fetchPost, fetchPosts, POST_NOT_FOUND_TEXT } from './postsSlice';
import { readPage } from './readPage';

const listLoader = pageLoader(async (store, { request }) => {
  const { slug } = selectStorefront(store.getState());
  const result = await store.dispatch(fetchPosts({ store: slug, page: readPage(new URL(request.url).searchParams) }));
  return fetchPosts.rejected.match(result) ? { status: 503 } : undefined;
});

const postLoader = pageLoader(async (store, { params }) => {
  const result = await store.dispatch(fetchPost(params['postId'] ?? ''));
  if (fetchPost.rejected.match(result)) return { status: result.payload === POST_NOT_FOUND_TEXT ? 404 : 503 };
  // A post belongs to a store: a link from elsewhere opens it there.
  if (fetchPost.fulfilled.match(result)) store.dispatch(storefrontEntered(storefrontOfSlug(result.payload.store)));
  return undefined;
});

const handle: RouteHandle = { chunk: 'blog' };

export const blogRoutes: RouteObject[] = [
  { id: 'home.blog', path: 'blog', loader: listLoader, handle, lazy: async () => ({ Component: (await import(/* webpackChunkName: "blog" */ './BlogPage')).BlogPage }) },
  { id: 'home.post', path: 'blog/:postId', loader: postLoader, handle, lazy: async () => ({ Component: (await import(/* webpackChunkName: "blog" */ './PostPage')).PostPage }) },
];
