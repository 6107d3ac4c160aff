import type { HomeDocument } from '@shop/contracts';
import type { CompiledMarkdown } from '@shop/contracts/markdown/compileMarkdown';

/** Texts of a storefront. A missing one is replaced by a text that suits every storefront (texts/general). */
interface StorefrontTexts {
  readonly about: CompiledMarkdown;
  readonly faq?: CompiledMarkdown;
  readonly features?: CompiledMarkdown;
}

/** What a storefront shows until staff publish something else. */
export interface StorefrontDocuments {
  readonly home: HomeDocument;
  /** Texts are loaded with the pages that show them. */
  readonly loadTexts: () => Promise<StorefrontTexts>;
}
