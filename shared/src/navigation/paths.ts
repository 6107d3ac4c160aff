export { toSafeReturnPath } from '@shop/contracts/toSafeReturnPath';

/** All URLs of the shop. Pages use these for links, so a URL changes in one place. */
export const paths = {
  home: '/',
  demos: '/demos',
  products: '/products',
  product: (id: string) => `/products/${encodeURIComponent(id)}`,
  category: (slug: string) => `/products/category/${encodeURIComponent(slug)}`,
  categories: '/categories',
  shop: '/shop',
  shopByCategory: '/shop/category',
  shopByBrand: '/shop/brand',
  promotions: '/promotions',
  cart: '/cart',
  checkout: '/checkout',
  orderReceived: (number: string) => `/checkout/order-received/${encodeURIComponent(number)}`,
  wishlist: '/wishlist',
  about: '/about',
  blog: '/blog',
  post: (id: string) => `/blog/${encodeURIComponent(id)}`,
  contact: '/contact',
  faq: '/faq',
  features: '/features',
  delivery: '/delivery',
  sitemap: '/sitemap',
  terms: '/terms',
  privacy: '/privacy',
  interestBasedAds: '/interest-based-ads',
  accessibility: '/accessibility',
  login: '/auth/login',
  register: '/auth/register',
  forgotPassword: '/auth/forgot-password',
  verifyOtp: '/auth/verify-otp',
  verifyResetOtp: '/auth/verify-reset-otp',
  resetPassword: '/auth/reset-password',
  account: '/account',
  dashboard: '/dashboard',
  orders: '/orders',
  order: (number: string) => `/orders/${encodeURIComponent(number)}`,
  addresses: '/addresses',
} as const;

export interface ListingFilters {
  readonly q?: string;
  readonly category?: string;
  readonly brand?: string;
  readonly offers?: 'true';
  readonly sort?: string;
}

/** Returns the listing's URL with filters in the query string (product.md 4.2). */
export const buildListingHref = (filters: ListingFilters = {}): string => {
  const query = new URLSearchParams(
    Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
  return query.size > 0 ? `${paths.products}?${query}` : paths.products;
};

/** Returns the sign-in URL, which leads back to `next`. */
export const buildSignInHref = (next?: string): string =>
  next === undefined || next === paths.home ? paths.login : `${paths.login}?next=${encodeURIComponent(next)}`;

/** Returns the API's URL that redirects to Google and back. */
export const buildGoogleHref = (
  options: { readonly remember?: boolean; readonly next?: string | null } = {},
): string => {
  const query = new URLSearchParams();
  if (options.remember) query.set('remember', '1');
  if (options.next) query.set('next', options.next);
  return query.size > 0 ? `/api/auth/google?${query}` : '/api/auth/google';
};
