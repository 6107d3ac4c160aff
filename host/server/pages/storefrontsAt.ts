import { getStorefrontOrigin, type ShopAddress } from '@shop/shared/contracts';
import type { SiteState } from '@shop/shared/state';
import { storefronts, type StorefrontId } from '@shop/shared/storefronts';

export const ALL_STOREFRONTS = Object.values(storefronts).map(({ id }) => id);

/** Lists the storefronts at a host ("furrow.example"); all of them at a host that none has, such as an IP address. */
export const listStorefrontsAt = (host: string, shop: ShopAddress): readonly StorefrontId[] => {
  if (!shop.hosts) return ALL_STOREFRONTS;
  const here = ALL_STOREFRONTS.filter((id) => new URL(getStorefrontOrigin(id, shop)).host === host.toLowerCase());
  return here.length > 0 ? here : ALL_STOREFRONTS;
};

/** URL that opens a page on another storefront's host with the session (decision 0046). Its path is to be appended. */
export const toEntryUrl = (from: StorefrontId, to: StorefrontId, shop: ShopAddress): string =>
  `${getStorefrontOrigin(to, shop)}/api/handover?from=${from}&to=${to}&path=`;

/** Describes the hosts of the shop to a page of a storefront. */
export const describeSite = (
  id: StorefrontId,
  shop: ShopAddress,
): Pick<SiteState, 'origin' | 'hasOwnHost' | 'elsewhere'> => {
  const origin = getStorefrontOrigin(id, shop);
  if (!shop.hosts) return { origin };
  const others = ALL_STOREFRONTS.filter((other) => getStorefrontOrigin(other, shop) !== origin);
  return {
    origin,
    hasOwnHost: shop.hosts[id] !== undefined,
    elsewhere: Object.fromEntries(others.map((other) => [other, toEntryUrl(id, other, shop)])),
  };
};
