import type { StorefrontSlug } from '@shop/shared/contracts';
import { createAppAsyncThunk } from '@shop/shared/state';

/** What is being typed may mean this. Its answer is for the field that asked: no slice keeps it. */
export const fetchSuggestions = createAppAsyncThunk(
  'search/suggested',
  async ({ store, q }: { store: StorefrontSlug; q: string }, { extra, rejectWithValue, signal }) => {
    const result = await extra.products.suggest(store, q, signal);
    return result.ok ? result.value : rejectWithValue(result.failure.message);
  },
);
