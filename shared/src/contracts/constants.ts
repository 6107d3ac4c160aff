/** Values of the contracts without their schemas: a bundle that needs a limit does not carry the schema builder with it. */

export const PRODUCTS_PER_PAGE = 12;
export const SORT_OPTIONS = ['featured', 'price-low', 'price-high', 'newest', 'rating'] as const;

export const MAX_QUANTITY = 99;
export const MAX_ORDER_LINES = 50;
export const COUNTRIES = { US: 'United States', UK: 'United Kingdom', CA: 'Canada', AU: 'Australia' } as const;

/** Header `Idempotency-Key`: 16 to 64 letters, digits, - or _. The same key answers the same order. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** SPEC 9. */
export const DEFAULT_STORE_SLUG = 'jewellery-store';
export const DEFAULT_CATEGORY_SLUG = 'rings';

/** SPEC 8: what the shop says when the server gives no reason. */
export const CATEGORIES_FAILURE = 'Failed to fetch categories';
