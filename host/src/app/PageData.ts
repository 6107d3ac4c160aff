import type { Composition } from '@shop/federation/composition';

/** Where products and orders come from (product.md 13.1). */
export type DataSource = 'api' | 'sample';

/** What the server writes into the page for the browser to go on from. */
export interface PageData {
  readonly composition: Composition;
  readonly source: DataSource;
  /** With it the page reports how its releases did; '' where its visit is not counted. */
  readonly visitToken: string;
  /** Whether this page may have a service worker: the kill switch is the server's. */
  readonly serviceWorker: boolean;
  /** The store as rendered; null where the browser renders the page itself. */
  readonly state: Readonly<Record<string, unknown>> | null;
  /** The router's loader data as rendered; null where the browser renders the page itself. */
  readonly router: {
    readonly loaderData: Record<string, unknown>;
    readonly errors: Record<string, unknown> | null;
  } | null;
}

export const PAGE_DATA_ID = 'shop-page';
