import type { SortOption } from '@shop/shared/contracts';

interface SortKey {
  readonly column: string;
  readonly type: 'integer' | 'text' | 'timestamptz';
}
interface Sort {
  readonly keys: readonly SortKey[];
  readonly isDescending: boolean;
}

const ID: SortKey = { column: 'id', type: 'text' };
const PRICE: SortKey = { column: 'price_cents', type: 'integer' };

/** Total orders, each with an index. Keys share one direction, so that a row comparison can express "after". */
export const SORTS: Readonly<Record<SortOption, Sort>> = {
  featured: { keys: [{ column: 'featured_rank', type: 'integer' }, ID], isDescending: false },
  'price-low': { keys: [PRICE, ID], isDescending: false },
  'price-high': { keys: [PRICE, ID], isDescending: true },
  newest: { keys: [{ column: 'created_at', type: 'timestamptz' }, ID], isDescending: true },
  rating: {
    keys: [{ column: 'rating_tenths', type: 'integer' }, { column: 'review_count', type: 'integer' }, ID],
    isDescending: true,
  },
};
