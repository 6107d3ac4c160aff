import type { HomeDocument } from '@shop/contracts';
import type { CategoriesMenuContent } from './StorefrontLayout';
import type { CompiledMarkdown } from '@shop/contracts/markdown/compileMarkdown';

/** Texts of a storefront. A missing one is replaced by a text that suits every storefront (texts/general). */
export interface StorefrontTexts {
  readonly about: CompiledMarkdown;
  readonly faq?: CompiledMarkdown;
  readonly features?: CompiledMarkdown;
}

/** What a storefront shows until staff publish something else. */
export interface StorefrontDocuments {
  readonly home: HomeDocument;
  /** The menu of categories, for who edits it. */
  readonly loadMenu: () => Promise<Pick<CategoriesMenuContent, 'columns'>>;
  /** Texts are loaded with the pages that show them. */
  readonly loadTexts: () => Promise<StorefrontTexts>;
}
