import type { StorefrontSlug } from '@shop/contracts';
import { createCallThunk } from '@shop/shared/state';

/** Fetches suggestions. No slice stores the result; it is only for the search field. */
export const fetchSuggestions = createCallThunk(
  'search/suggested',
  async ({ store, q }: { store: StorefrontSlug; q: string }, { extra, signal }) => {
    const { suggest } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/search');
    return extra.api.request(suggest, { query: { store, q } }, { signal });
  },
  { onSuccess: ({ data }) => data },
);
