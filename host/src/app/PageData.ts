import type { SiteChanges } from '@shop/contracts';
import type { Composition } from '@shop/runtime/composition';

/** Source of products and orders (product.md 13.1). */
export type DataSource = 'api' | 'sample';

/** Data that the server embeds in the page for the browser. */
export interface PageData {
  /** Set in the back office, which has nothing of what the shop keeps in browsers. */
  readonly audience?: 'staff';
  readonly composition: Composition;
  readonly source: DataSource;
  /** Token for reporting the health of the page's releases; '' if its visit is not counted. */
  readonly visitToken: string;
  /** Whether to register the service worker. The server's kill switch sets it to false. */
  readonly serviceWorker: boolean;
  /** What staff have changed about the storefronts, if the browser renders the page itself. */
  readonly changes?: SiteChanges;
  /** Rendered state of the store; null if the browser renders the page itself. */
  readonly state: Readonly<Record<string, unknown>> | null;
  /** The router's loader data; null if the browser renders the page itself. */
  readonly router: {
    readonly loaderData: Record<string, unknown>;
    readonly errors: Record<string, unknown> | null;
  } | null;
}

export const PAGE_DATA_ID = 'shop-page';
