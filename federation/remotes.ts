/** THE list of remotes: who owns which part of the site. A new remote is one entry here. */
export const remotes = {
  'mfe-home': { owner: 'home team', devPort: 3001, mounts: ['/', '/demos', '/blog', '/about', '/contact', '/faq', '/features', '/terms', '/privacy', '/interest-based-ads', '/accessibility', '/sitemap'] },
  'mfe-catalog': { owner: 'catalogue team', devPort: 3002, mounts: ['/products', '/categories', '/shop', '/promotions'] },
  'mfe-cart-checkout': { owner: 'checkout team', devPort: 3003, mounts: ['/cart', '/checkout'] },
  'mfe-auth': { owner: 'identity team', devPort: 3004, mounts: ['/auth', '/account', '/dashboard', '/orders', '/addresses', '/wishlist'] },
} as const satisfies Record<string, RemoteDescription>;

interface RemoteDescription {
  readonly owner: string;
  readonly devPort: number;
  /** Path prefixes whose screens this remote owns; '/' means the home page alone. */
  readonly mounts: readonly string[];
}

export type RemoteId = keyof typeof remotes;
export const remoteIds = Object.keys(remotes) as RemoteId[]; // keys of a const object are exactly its type's keys

export const isRemoteId = (value: string): value is RemoteId => Object.hasOwn(remotes, value);

/** The name of a remote's container: a JavaScript identifier, as webpack and the browser need. */
export const containerName = (id: RemoteId): string => id.replaceAll('-', '_');

/** Which remote owns a path; undefined for a path nobody owns. */
export const remoteOfPath = (pathname: string): RemoteId | undefined =>
  remoteIds.find((id) =>
    remotes[id].mounts.some((mount) => pathname === mount || (mount !== '/' && pathname.startsWith(`${mount}/`))),
  );
