import type { StorefrontSlug } from '../contracts/storefront';

export type StorefrontId = 'jewellery' | 'organic';
export type StorefrontFeature =
  'customization' | 'certification' | 'size-guide' | 'freshness-timer' | 'delivery-slot' | 'weight-options';

/** Configuration of a storefront: all differences between the two except styles (product.md 1.3). */
export interface Storefront {
  readonly id: StorefrontId;
  /** Name on the wire: the value of `?store=`. */
  readonly slug: StorefrontSlug;
  readonly name: string;
  readonly tagline: string;
  readonly description: string;
  readonly theme: {
    readonly primaryColor: string;
    readonly secondaryColor: string;
    readonly backgroundColor: string;
    readonly textColor: string;
  };
  readonly categories: readonly { readonly name: string; readonly slug: string }[];
  readonly apiBase: string;
  readonly features: readonly StorefrontFeature[];
  /** Prefix of brand links, followed by the brand's slug (product.md 3.8). */
  readonly brandLinkBase: string;
  readonly utilityNote: string;
  /** Contact details of this storefront (product.md 10.2). */
  readonly support: {
    readonly email: string;
    readonly phone: string;
    readonly street: string;
    readonly town: string;
  };
}
