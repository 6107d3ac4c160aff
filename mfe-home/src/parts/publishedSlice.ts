import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { ContentDocument, ContentKey, ContentStore } from '@shop/contracts';
import { createAppAsyncThunk, type RootState } from '@shop/shared/state';

/** A document that is asked for. */
export interface Asked {
  readonly store: ContentStore;
  readonly key: ContentKey;
  /** The key of a preview; null for what shoppers see. */
  readonly draft: string | null;
}

/** A document that staff have published or are writing. */
interface PublishedEntry {
  /** Null while it is loaded, if it has failed, and for what is as compiled. */
  readonly document: ContentDocument | null;
  readonly loading: boolean;
  readonly error: string | null;
  readonly draft: string | null;
}

/** By `getEntryKey`. */
type PublishedState = Readonly<Record<string, PublishedEntry>>;

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof publishedSlice> {}
}

const NOT_FOUND = 404;
const getEntryKey = ({ store, key }: Pick<Asked, 'store' | 'key'>): string => `${store}/${key}`;

/** Fetches a document. Null if the compiled one is shown. Sections of a newer release are left out. */
export const fetchPublished = createAppAsyncThunk(
  'published/fetched',
  async ({ store, key, draft }: Asked, { extra, rejectWithValue }) => {
    const { getContent, getContentDraft } = await import(/* webpackChunkName: "published" */ '@shop/contracts/content');
    const { readDocument } = await import(/* webpackChunkName: "published" */ './readDocument');
    const params = { store, key };
    const result =
      draft === null
        ? await extra.api.request(getContent, { params })
        : await extra.api.request(getContentDraft, { params, query: { draft } });
    if (result.ok) return readDocument(key, result.value.data);
    return result.failure.status === NOT_FOUND ? null : rejectWithValue(result.failure.message);
  },
);

export const publishedSlice = createSlice({
  name: 'published',
  initialState: {} as PublishedState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(fetchPublished.pending, (state, { meta: { arg } }) => {
        const known = state[getEntryKey(arg)];
        return {
          ...state,
          [getEntryKey(arg)]: {
            document: known?.draft === arg.draft ? known.document : null,
            loading: true,
            error: null,
            draft: arg.draft,
          },
        };
      })
      .addCase(fetchPublished.fulfilled, (state, { payload, meta: { arg } }) => ({
        ...state,
        [getEntryKey(arg)]: { document: payload, loading: false, error: null, draft: arg.draft },
      }))
      .addCase(fetchPublished.rejected, (state, { payload, meta: { arg } }) => ({
        ...state,
        [getEntryKey(arg)]: {
          document: null,
          loading: false,
          error: payload ?? 'Failed to fetch the page',
          draft: arg.draft,
        },
      })),
});

export const selectPublished = (
  { published }: RootState,
  asked: Pick<Asked, 'store' | 'key'>,
): PublishedEntry | undefined => published[getEntryKey(asked)];
