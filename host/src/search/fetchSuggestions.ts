import type { StorefrontSlug } from '@shop/contracts';
import { createCallThunk } from '@shop/shared/state';

/** Fetches suggestions. No slice stores the result; it is only for the search field. */
export const fetchSuggestions = createCallThunk(
  'search/suggested',
  ({ store, q }: { store: StorefrontSlug; q: string }, { extra, signal }) => extra.products.suggest(store, q, signal),
);
