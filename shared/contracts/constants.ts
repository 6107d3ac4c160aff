/** Constants of the contracts, apart from the schemas, so that bundles can use limits without the schema builder. */

export const PRODUCTS_PER_PAGE = 12;
export const SORT_OPTIONS = ['featured', 'price-low', 'price-high', 'newest', 'rating'] as const;

export const RELATED_PRODUCTS = 5;
/** Longest engraving of any product, in letters. */
export const ENGRAVING_MAX_LETTERS = 60;
/** Labels by id. */
export const ENGRAVING_FONTS = { block: 'Block letters', serif: 'Serif', script: 'Script' } as const;
export const MAX_PRODUCTS_BY_ID = 24;
/** product.md 4.5: default range of the price filter in dollars. The maximum applies only below its end. */
export const MAX_FILTER_PRICE = 5_000;
export const REVIEW_SORTS = ['newest', 'highest', 'lowest'] as const;
export const REVIEWS_PER_PAGE = 5;
export const MAX_REVIEW_LENGTH = 2_000;

/** Maximum size of a request body. Larger ones get a 413. */
export const MAX_BODY_BYTES = 64 * 1024;
/** The same for messages of payment providers, at `/api/payments/…/events`. */
export const MAX_EVENT_BYTES = 256 * 1024;
/** The same for a picture that staff upload. */
export const MAX_PICTURE_BYTES = 25_000_000;
/** The same for a product file. */
export const MAX_IMPORT_BYTES = 32_000_000;
/** Content type of bodies that are a file. */
export const BYTES_TYPE = 'application/octet-stream';

export const MAX_QUANTITY = 99;
export const MAX_ORDER_LINES = 50;
export const COUNTRIES = { US: 'United States', UK: 'United Kingdom', CA: 'Canada', AU: 'Australia' } as const;

/** product.md 7.3: the first is preselected. */
export const PAYMENT_METHODS = ['bank', 'global', 'cash'] as const;

/** Coupon codes are stored in capitals and are case-insensitive. */
export const COUPON_CODE_MAX_LENGTH = 32;

/** Display currencies. Orders are charged in the first (product.md 1.7). */
export const CURRENCIES = ['USD', 'EUR', 'GBP'] as const;
export const CURRENCY_COOKIE = 'currency';
/** Cookie with the hashes of stylesheets that the browser has, separated by dots. */
export const STYLES_COOKIE = 'styles';
/** The postal code that the visitor wants food at. Pages do not depend on it. */
export const PLACE_COOKIE = 'place';
/** Set for a few seconds when an unknown path redirects home, whose page says so. */
export const LOST_COOKIE = 'lost';
export const LOST_COOKIE_MAX_AGE_S = 10;

/** What the back office can look like; without the cookie it follows the system. */
export const ADMIN_THEMES = ['light', 'dark'] as const;
export type AdminTheme = (typeof ADMIN_THEMES)[number];
/** On the back office's origin alone: its pages are rendered in the theme. */
export const ADMIN_THEME_COOKIE = 'admin-theme';

/** Header `Idempotency-Key`: 16 to 64 letters, digits, - or _. The same key returns the same order. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** product.md 4.3. */
export const DEFAULT_STORE_SLUG = 'jewellery-store';
export const DEFAULT_CATEGORY_SLUG = 'rings';
export const DEFAULT_RATING = 4;
export const DEFAULT_REVIEWS_COUNT = 0;

/** Messages for failures without a reason from the server (product.md 12.2). */
export const CATEGORIES_FAILURE = 'Failed to fetch categories';

/** Posts per blog page (product.md 10.1). */
export const POSTS_PER_PAGE = 6;

/** Trending has two pages (product.md 3.9) of eight products. */
export const TRENDING_PAGES = 2;
export const TRENDING_PER_PAGE = 8;

export const CONTACT_SUBJECT_MAX_LENGTH = 200;
export const CONTACT_MESSAGE_MAX_LENGTH = 5_000;

/** product.md 5.6 and 8.8. */
export const OTP_LENGTH = 6;
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;
export const NAME_MAX_LENGTH = 120;
export const EMAIL_MAX_LENGTH = 254;
export const PHONE_MAX_LENGTH = 32;

/** Minimum seconds between codes for one address (security.md 1.6). */
export const RESEND_WAIT_S = 60;
export const ORDERS_PER_PAGE = 10;
export const MAX_ADDRESSES = 20;
export const MAX_WISHLIST_ITEMS = 200;

/** Messages for failures without a reason from the server (product.md 12.2). */
export const AUTH_FAILURES = {
  register: 'Registration failed',
  verifyOtp: 'OTP verification failed',
  login: 'Login failed',
  sendOtp: 'Failed to send OTP',
  verifyResetOtp: 'Invalid or expired OTP',
  resetPassword: 'Password reset failed',
  logout: 'Logout failed',
} as const;

/** Session cookie; `__Host-sid` over TLS. */
export const SESSION_COOKIE = 'sid';

/** `code` of failed responses that pages handle specially. */
export const UNAUTHENTICATED = 'UNAUTHENTICATED';
