import type { StorefrontSlug } from '@shop/shared/contracts';

/** The seller of a product whose data does not name one. */
export const SELLER_NAMES: Readonly<Record<StorefrontSlug, string>> = {
  'jewellery-store': 'Oriel Atelier',
  'organic-store': 'Furrow Market',
};
