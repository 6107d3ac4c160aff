import type { PictureSource } from '@shop/shared/design-system/getPictureSources';

/** What this remote has of one storefront only, beside its documents (shared/src/storefronts/<id>/documents.ts). */
export interface StorefrontPages {
  /** Pictures of the design, by the names that documents give them after "own:". */
  readonly pictures: Readonly<Record<string, PictureSource>>;
  /** Pictures that only text pages show are loaded with them. */
  readonly loadPictures?: () => Promise<{ readonly pictures: Readonly<Record<string, PictureSource>> }>;
  /** Top products in a carousel of five (product.md 3.6), or all of them in a grid. */
  readonly topProducts: 'rail' | 'grid';
  /** Introduction of the blog. */
  readonly blogLead: string;
}
