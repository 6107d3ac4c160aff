/** Screens of a signed-out visitor, one of each kind (product.md 2.4). */
export const PUBLIC_PAGES = [
  '/',
  '/demos',
  '/blog',
  '/blog/how-to-read-a-diamond-certificate',
  '/about',
  '/contact',
  '/faq',
  '/features',
  '/terms',
  '/privacy',
  '/interest-based-ads',
  '/accessibility',
  '/sitemap',
  '/products',
  '/products/category/rings',
  '/products/category/fruits',
  '/products/ring-halo',
  '/products/carrots',
  '/categories',
  '/shop',
  '/shop/category',
  '/shop/brand',
  '/promotions',
  '/cart',
  '/checkout',
  '/wishlist',
] as const;

/** Screens that redirect signed-out visitors to sign-in. */
export const ACCOUNT_PAGES = ['/account', '/dashboard', '/orders', '/buy-again', '/addresses'] as const;

/** Screens with the plain layout. */
export const SIGN_IN_PAGES = [
  '/auth/login',
  '/auth/register',
  '/auth/forgot-password',
  '/auth/verify-otp',
  '/auth/verify-reset-otp',
  '/auth/reset-password',
] as const;
