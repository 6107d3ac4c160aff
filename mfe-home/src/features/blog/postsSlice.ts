import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { PostDetail, PostPage, StorefrontSlug } from '@shop/contracts';
import { POSTS_FAILURE } from '@shop/contracts/catalogFailures';
import { createAppAsyncThunk, createCallThunk } from '@shop/shared/state';

export const POST_NOT_FOUND_TEXT = 'Post not found';

/** The API responds that there is no such post, or refuses the id as invalid (such as one of 3,000 characters). */
const STATUSES_OF_NONE: readonly number[] = [400, 404];

interface PostsState {
  /** The page that is shown or loading: responses for another page are ignored. */
  asked: { readonly store: StorefrontSlug; readonly page: number } | null;
  list: PostPage | null;
  listError: string | null;
  loading: boolean;
  /** The post that is open or loading. */
  openId: string | null;
  post: PostDetail | null;
  postError: string | null;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof postsSlice> {}
}

const initialState: PostsState = {
  asked: null,
  list: null,
  listError: null,
  loading: false,
  openId: null,
  post: null,
  postError: null,
};

const contracts = () => import(/* webpackChunkName: "contracts" */ '@shop/contracts/posts');

export const fetchPosts = createCallThunk(
  'posts/listFetched',
  async ({ store, page }: { readonly store: StorefrontSlug; readonly page: number }, { extra }) => {
    const { listPosts } = await contracts();
    return extra.api.request(listPosts, { query: { store, page: String(page) } });
  },
  { onSuccess: ({ data }) => data },
);

interface AskedPost {
  readonly id: string;
  /** The key of a link to what is being written; null for what everybody sees. */
  readonly draft: string | null;
}

export const fetchPost = createAppAsyncThunk(
  'posts/postFetched',
  async ({ id, draft }: AskedPost, { extra, rejectWithValue }) => {
    const { getPost, getPostDraft } = await contracts();
    const params = { id };
    const result =
      draft === null
        ? await extra.api.request(getPost, { params })
        : await extra.api.request(getPostDraft, { params, query: { draft } });
    return result.ok
      ? result.value.data
      : rejectWithValue(
          STATUSES_OF_NONE.includes(result.failure.status) ? POST_NOT_FOUND_TEXT : result.failure.message,
        );
  },
);

const isAsked = (
  { asked }: PostsState,
  { store, page }: { readonly store: StorefrontSlug; readonly page: number },
): boolean => asked?.store === store && asked.page === page;

export const postsSlice = createSlice({
  name: 'posts',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(fetchPosts.pending, (state, { meta: { arg } }) => {
        if (!isAsked(state, arg)) state.list = null;
        state.asked = arg;
        state.loading = true;
        state.listError = null;
      })
      .addCase(fetchPosts.fulfilled, (state, { payload, meta }) => {
        if (!isAsked(state, meta.arg)) return;
        state.loading = false;
        state.list = payload;
      })
      .addCase(fetchPosts.rejected, (state, { payload, meta }) => {
        if (!isAsked(state, meta.arg)) return;
        state.loading = false;
        state.listError = payload ?? POSTS_FAILURE;
      })
      .addCase(fetchPost.pending, (state, { meta: { arg } }) => {
        if (state.openId !== arg.id) state.post = null;
        state.openId = arg.id;
        state.loading = true;
        state.postError = null;
      })
      .addCase(fetchPost.fulfilled, (state, { payload, meta }) => {
        if (state.openId !== meta.arg.id) return;
        state.loading = false;
        state.post = payload;
      })
      .addCase(fetchPost.rejected, (state, { payload, meta }) => {
        if (state.openId !== meta.arg.id) return;
        state.loading = false;
        state.postError = payload ?? 'Failed to fetch post';
      }),
  selectors: { selectPosts: (state) => state },
});

export const { selectPosts } = postsSlice.selectors;
