import type { SortOption } from '@shop/contracts';

/** In a search, the products that match by their description only come last. */
export type ListingSort = SortOption | 'relevance';

interface SortKey {
  readonly column: string;
  readonly type: 'integer' | 'text' | 'timestamptz';
}
interface Sort {
  readonly keys: readonly SortKey[];
  readonly isDescending: boolean;
}

const ID: SortKey = { column: 'id', type: 'text' };
const RANK: SortKey = { column: 'featured_rank', type: 'integer' };
/** No column of the table: 0 or 1, by the words of the search. */
const WEAKNESS: SortKey = { column: 'weakness', type: 'integer' };
const PRICE: SortKey = { column: 'price_cents', type: 'integer' };

/**
 * Total orders, each with an index (`relevance` uses that of `featured`). Keys share one direction, so that a row
 * comparison can express "after".
 */
export const SORTS: Readonly<Record<ListingSort, Sort>> = {
  featured: { keys: [RANK, ID], isDescending: false },
  relevance: { keys: [WEAKNESS, RANK, ID], isDescending: false },
  'price-low': { keys: [PRICE, ID], isDescending: false },
  'price-high': { keys: [PRICE, ID], isDescending: true },
  newest: { keys: [{ column: 'created_at', type: 'timestamptz' }, ID], isDescending: true },
  rating: {
    keys: [{ column: 'rating_tenths', type: 'integer' }, { column: 'review_count', type: 'integer' }, ID],
    isDescending: true,
  },
};
