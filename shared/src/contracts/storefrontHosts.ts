import {
  DEFAULT_STOREFRONT,
  findStorefrontBySlug,
  isStorefrontId,
  storefronts,
  toStorefrontPath,
  type StorefrontId,
} from '../storefronts';

/** Origins of storefronts with a host of their own; the others are at the shop's public URL (STOREFRONT_HOSTS). */
export type StorefrontHosts = Readonly<Partial<Record<StorefrontId, string>>>;

/** Where the shop is. */
export interface ShopAddress {
  /** Public origin of the shop: "https://shop.example". */
  readonly origin: string;
  readonly hosts?: StorefrontHosts | undefined;
}

export const getStorefrontOrigin = (id: StorefrontId, { origin, hosts }: ShopAddress): string => hosts?.[id] ?? origin;

/** URL of a page that each storefront has. */
export const toStorefrontUrl = (path: string, id: StorefrontId, { origin, hosts }: ShopAddress): string =>
  hosts?.[id] === undefined ? origin + toStorefrontPath(path, id) : hosts[id] + path;

/** Lists the URLs of a page that each storefront has. */
export const listStorefrontUrls = (path: string, shop: ShopAddress): string[] =>
  Object.values(storefronts).map(({ id }) => toStorefrontUrl(path, id, shop));

/** Returns the origin of the storefront with a name on the wire. */
export const getOriginOfSlug = (slug: string, shop: ShopAddress): string =>
  getStorefrontOrigin(findStorefrontBySlug(storefronts, slug) ?? DEFAULT_STOREFRONT, shop);

/**
 * Parses STOREFRONT_HOSTS: items such as "organic=https://furrow.example". The default storefront is at `publicUrl`.
 * @throws {Error} made by `refuse` from one sentence that says what is wrong.
 */
export const parseStorefrontHosts = (
  items: readonly string[],
  publicUrl: string | undefined,
  refuse: (sentence: string) => Error,
): StorefrontHosts | undefined => {
  if (items.length === 0) return undefined;
  if (publicUrl === undefined) throw refuse('STOREFRONT_HOSTS needs a PUBLIC_URL.');
  const { protocol, hostname } = new URL(publicUrl);
  const hosts: Partial<Record<StorefrontId, string>> = {};
  const hostnames = new Set([hostname]);
  for (const item of items) {
    const [id, address = ''] = item.split(/=(.*)/s);
    if (!isStorefrontId(id) || id === DEFAULT_STOREFRONT) {
      const others = Object.keys(storefronts).filter((other) => other !== DEFAULT_STOREFRONT);
      throw refuse(
        `STOREFRONT_HOSTS lists storefronts other than the default one, such as "${others.join('", "')}", not "${id}".`,
      );
    }
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url?.protocol !== protocol || address !== url.origin)
      throw refuse(`STOREFRONT_HOSTS: ${id} needs an origin such as ${protocol}//${id}.example, not "${address}".`);
    // Cookies ignore ports.
    if (hostnames.has(url.hostname)) throw refuse(`STOREFRONT_HOSTS: ${id} needs a hostname of its own.`);
    hostnames.add(url.hostname);
    hosts[id] = url.origin;
  }
  return hosts;
};
