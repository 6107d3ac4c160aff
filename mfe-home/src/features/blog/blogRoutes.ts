import { createPageLoader, selectStorefront, storefrontEntered } from '@shop/shared/state';
import { createLazyRoute } from '@shop/shared/remote/createLazyRoute';
import { findStorefrontBySlug } from '@shop/contracts/storefronts';
import { fetchPost, fetchPosts, POST_NOT_FOUND_TEXT } from './postsSlice';
import { readPage } from './readPage';

const listLoader = createPageLoader(async (store, { request }) => {
  const { slug } = selectStorefront(store.getState());
  const result = await store.dispatch(fetchPosts({ store: slug, page: readPage(new URL(request.url).searchParams) }));
  return fetchPosts.rejected.match(result) ? { status: 503 } : undefined;
});

const postLoader = createPageLoader(async (store, { params, request }) => {
  const draft = new URL(request.url).searchParams.get('draft');
  const result = await store.dispatch(fetchPost({ id: params['postId'] ?? '', draft }));
  if (fetchPost.rejected.match(result)) return { status: result.payload === POST_NOT_FOUND_TEXT ? 404 : 503 };
  if (!fetchPost.fulfilled.match(result)) return undefined;
  // A post belongs to a storefront: opening it enters that storefront, if the host knows it.
  const owner = findStorefrontBySlug(store.getState().storefront.storeConfig, result.payload.store);
  if (owner) store.dispatch(storefrontEntered(owner));
  return undefined;
});

export const blogRoutes = [
  createLazyRoute({
    id: 'home.blog',
    path: 'blog',
    chunk: 'blog',
    loader: listLoader,
    load: async () => (await import(/* webpackChunkName: "blog" */ './BlogPage')).BlogPage,
  }),
  createLazyRoute({
    id: 'home.post',
    path: 'blog/:postId',
    chunk: 'blog',
    loader: postLoader,
    load: async () => (await import(/* webpackChunkName: "blog" */ './PostPage')).PostPage,
  }),
];
