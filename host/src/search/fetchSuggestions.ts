import type { StorefrontSlug } from '@shop/shared/contracts';
import { createAppAsyncThunk } from '@shop/shared/state';

/** Fetches suggestions. No slice stores the result; it is only for the search field. */
export const fetchSuggestions = createAppAsyncThunk(
  'search/suggested',
  async ({ store, q }: { store: StorefrontSlug; q: string }, { extra, rejectWithValue, signal }) => {
    const result = await extra.products.suggest(store, q, signal);
    return result.ok ? result.value : rejectWithValue(result.failure.message);
  },
);
