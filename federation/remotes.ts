/** A remote's name: its folder, its package, its place in the registry. */
export type RemoteId = `mfe-${string}`;

interface RemoteDescription {
  readonly owner: string;
  readonly devPort: number;
  /** Path prefixes whose screens this remote owns; '/' means the home page alone. */
  readonly mounts: readonly string[];
  /** What the shopper reads in its place while it is away. */
  readonly missingTitle: string;
  /** Most that it may weigh, in kilobytes of brotli: its entry, and all that its first page needs. */
  readonly budget: { readonly entry: number; readonly page: number };
}

/**
 * THE list of this repository's remotes: who owns which part of the site. A new remote is one entry here, which
 * `npm run remote -- new` writes. The running site reads the mounts from the live composition, so that a new remote needs no new host.
 */
export const remotes: Readonly<Record<RemoteId, RemoteDescription>> = {
  'mfe-home': {
    owner: 'home team',
    devPort: 3001,
    mounts: ['/', '/demos', '/blog', '/about', '/contact', '/faq', '/features', '/terms', '/privacy', '/interest-based-ads', '/accessibility', '/sitemap'],
    missingTitle: 'This page is not loading',
    budget: { entry: 8.5, page: 34 },
  },
  'mfe-catalog': {
    owner: 'catalogue team',
    devPort: 3002,
    mounts: ['/products', '/categories', '/shop', '/promotions'],
    missingTitle: 'The shop is not loading',
    budget: { entry: 8.5, page: 40 },
  },
  'mfe-cart-checkout': {
    owner: 'checkout team',
    devPort: 3003,
    mounts: ['/cart', '/checkout'],
    missingTitle: 'The cart is not loading',
    budget: { entry: 8.5, page: 26 },
  },
  'mfe-auth': {
    owner: 'identity team',
    devPort: 3004,
    mounts: ['/auth', '/account', '/dashboard', '/orders', '/addresses', '/wishlist'],
    missingTitle: 'Your account is not loading',
    budget: { entry: 8.5, page: 52 },
  },
  // The next remote: npm run remote -- new
};

const REMOTE_ID = /^mfe-[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LONGEST_ID = 40;

/** Whether it may be a remote's name; whether there is one is for the composition to say. */
export const isRemoteId = (value: string): value is RemoteId => value.length <= LONGEST_ID && REMOTE_ID.test(value);

/** The remotes of this repository. */
export const remoteIds = Object.keys(remotes).filter(isRemoteId);

/** The name of a remote's container: a JavaScript identifier, as webpack and the browser need. */
export const containerName = (id: RemoteId): string => id.replaceAll('-', '_');

/** Whether a path lies under a mount; '/' is the home page alone. */
export const isUnder = (mount: string, pathname: string): boolean => pathname === mount || (mount !== '/' && pathname.startsWith(`${mount}/`));
