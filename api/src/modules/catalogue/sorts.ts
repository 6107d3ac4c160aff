import type { SortOption } from '@shop/shared/contracts';

interface SortKey {
  readonly column: string;
  readonly type: 'integer' | 'text' | 'timestamptz';
}
interface Sort {
  readonly keys: readonly SortKey[];
  readonly falling: boolean;
}

const ID: SortKey = { column: 'id', type: 'text' };
const PRICE: SortKey = { column: 'price_cents', type: 'integer' };

/** Total orders, each with its index: all keys rise or all fall, so that a page can begin after any row. */
export const SORTS: Readonly<Record<SortOption, Sort>> = {
  featured: { keys: [{ column: 'featured_rank', type: 'integer' }, ID], falling: false },
  'price-low': { keys: [PRICE, ID], falling: false },
  'price-high': { keys: [PRICE, ID], falling: true },
  newest: { keys: [{ column: 'created_at', type: 'timestamptz' }, ID], falling: true },
  rating: {
    keys: [{ column: 'rating_tenths', type: 'integer' }, { column: 'review_count', type: 'integer' }, ID],
    falling: true,
  },
};
