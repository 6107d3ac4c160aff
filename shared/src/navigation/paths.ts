/** Every URL of the shop. Screens link through these, so a changed address is one change. */
export const paths = {
  home: '/',
  demos: '/demos',
  products: '/products',
  product: (id: string) => `/products/${encodeURIComponent(id)}`,
  category: (slug: string) => `/products/category/${encodeURIComponent(slug)}`,
  categories: '/categories',
  cart: '/cart',
  checkout: '/checkout',
  orderReceived: (number: string) => `/checkout/order-received/${encodeURIComponent(number)}`,
  wishlist: '/wishlist',
  about: '/about',
} as const;

export interface ListingFilters {
  readonly q?: string;
  readonly category?: string;
  readonly brand?: string;
  readonly offers?: 'true';
  readonly sort?: string;
}

/** The listing with filters in its query string (SPEC 2). */
export const listingHref = (filters: ListingFilters = {}): string => {
  const query = new URLSearchParams(Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1])));
  return query.size > 0 ? `${paths.products}?${query}` : paths.products;
};
