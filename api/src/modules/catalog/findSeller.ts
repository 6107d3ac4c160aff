import { storefronts, type StorefrontSlug } from '@shop/contracts';

/** Who sells a product of the storefront that names no seller. */
export const findSeller = (store: StorefrontSlug): string => {
  const storefront = Object.values(storefronts).find(({ slug }) => slug === store);
  return storefront?.seller ?? storefront?.name ?? '';
};
