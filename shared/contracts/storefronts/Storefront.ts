/** What is special about a storefront's products; the product page shows it. */
export type StorefrontFeature =
  'customization' | 'certification' | 'size-guide' | 'freshness-timer' | 'delivery-slot' | 'weight-options';

/**
 * Data of a storefront (product.md 1.3). It is in the state of every page, so what only the header and footer need is
 * in StorefrontLayout.
 */
export interface StorefrontConfig {
  /** Also the name of its folders, its cookie value and its theme's `data-storefront`. */
  readonly id: string;
  /** Name on the wire: the value of `?store=` of the API. */
  readonly slug: string;
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
  /** Offered to visitors who have not found anything. */
  readonly popularSearches?: readonly string[];
  /** How much wider than its box a square product picture is that covers it; 1 by default. */
  readonly pictureScale?: number;
  /** Cards show the quantity of what the cart has. */
  readonly cardStepper?: boolean;
  readonly apiBase: string;
  readonly features: readonly StorefrontFeature[];
  /** Prefix of brand links, followed by the brand's slug (product.md 3.8). */
  readonly brandLinkBase: string;
  /** Who sells what names no other seller; the storefront by its name if there is none. */
  readonly seller?: string;
  readonly utilityNote: string;
  /** Staff's line above every page. */
  readonly notice?: string;
  /** The storefront takes no orders: why, and until when. */
  readonly closed?: string;
  /** Staff's menu of categories, instead of that of the layout. */
  readonly menu?: Readonly<Record<string, unknown>>;
  /** Documents that staff have published, with their versions; the others are as compiled. */
  readonly published?: Readonly<Record<string, number>>;
  /** Contact details of this storefront (product.md 10.2). */
  readonly support: {
    readonly email: string;
    /** '' if nobody answers calls. */
    readonly phone: string;
    readonly street: string;
    readonly town: string;
    /** When people answer, such as "8 AM to 10 PM". */
    readonly hours?: string;
    /** What a call costs, such as "Calls within the USA are free." */
    readonly callNote?: string;
  };
}
