import type { CompiledMarkdown } from '@shop/contracts/markdown/compileMarkdown';
import type { PictureSource } from '@shop/shared/design-system/getPictureSources';
import type { ShopStore } from '@shop/shared/state';
import type { ComponentType } from 'react';

/** Texts of a storefront. A missing one is replaced by a text that suits every storefront (general/). */
export interface StorefrontTexts {
  readonly about: CompiledMarkdown;
  readonly aboutPicture?: { readonly source: PictureSource; readonly alt: string };
  readonly faq?: CompiledMarkdown;
  readonly features?: CompiledMarkdown;
}

/** What this remote shows in one storefront only. */
export interface StorefrontPages {
  readonly Home: ComponentType;
  /** Loads data that only this home page shows. */
  readonly loadHome?: (store: ShopStore) => unknown[];
  /** Introduction of the blog. */
  readonly blogLead: string;
  /** Title of the home page, followed by the storefront's name. */
  readonly homeTitle: string;
  /** Texts are loaded with the pages that show them. */
  readonly loadTexts: () => Promise<StorefrontTexts>;
}
