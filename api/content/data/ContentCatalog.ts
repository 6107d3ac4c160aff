import type { ContentProduct } from './ContentProduct';

/** The built-in catalog of a storefront. */
export interface ContentCatalog {
  /** Folder of its pictures in `media/` and of its posts in `posts/`. Either may be missing. */
  readonly folder: string;
  /** In display order; `picture` names the product whose picture represents the category. */
  readonly categories: readonly { readonly slug: string; readonly name: string; readonly picture: string }[];
  /** The mark of a brand is drawn in `brands/<slug>.svg` of its folder in `media/`; it may be missing. */
  readonly brands: readonly { readonly slug: string; readonly name: string }[];
  readonly products: readonly ContentProduct[];
}
