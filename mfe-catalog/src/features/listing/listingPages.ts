import type { ProductQuery } from '@shop/contracts';
import { paths } from '@shop/shared/navigation';

/** The pages that list products (product.md 4.2): title and fixed filters of each. */
export const listingPages = {
  products: { title: 'Shop', path: paths.products, preset: {}, chooser: null },
  shop: { title: 'Shop', path: paths.products, preset: {}, chooser: null },
  category: { title: 'Shop', path: paths.products, preset: {}, chooser: null },
  'shop-category': { title: 'Shop by category', path: paths.shopByCategory, preset: {}, chooser: 'category' },
  'shop-brand': { title: 'Shop by brand', path: paths.shopByBrand, preset: {}, chooser: 'brand' },
  promotions: { title: 'Promotions', path: paths.promotions, preset: { offers: 'true' }, chooser: null },
} as const satisfies Record<string, ListingPageData>;

interface ListingPageData {
  readonly title: string;
  /** The canonical URL. */
  readonly path: string;
  readonly preset: ProductQuery;
  /** The chooser shown above the listing. */
  readonly chooser: 'category' | 'brand' | null;
}

export type ListingKind = keyof typeof listingPages;

/** Parses the path of a listing page. */
export interface ListingPlace {
  readonly kind: ListingKind;
  readonly categoryId: string | undefined;
}

export const toFixedFilters = ({ kind, categoryId }: ListingPlace): ProductQuery => ({
  ...listingPages[kind].preset,
  ...(categoryId === undefined ? {} : { category: categoryId }),
});
