import type { RemoteId } from '@shop/federation/remotes';

/** What a page tells of a failure: nothing of the shopper's. */
export interface RumReport {
  /** `load`: a remote did not come. `render`: what came broke while it was shown. `error`: nobody caught it. */
  readonly kind: 'load' | 'render' | 'error';
  /** Whose code it was; null for the host's own. */
  readonly remote: RemoteId | null;
  readonly release: string | null;
  /** Name and message of the error, shortened. */
  readonly message: string;
  /** The first part of the page's path, such as "/orders": no number, no address. */
  readonly page: string;
  /** The id of the last call to the API before it; undefined where there was none. */
  readonly lastCall?: string;
}

/** How one release did in one page, from a full load to the next. */
export interface ReleaseVisit {
  readonly remote: RemoteId;
  readonly release: string;
  /** False where it was counted before, and this only adds what came later. */
  readonly first: boolean;
  /** Whether it failed since it was last told of: did not come, or broke. */
  readonly failed: boolean;
  /**
   * Milliseconds until the largest content of the page was there, where this remote's page was the first; null
   * otherwise.
   */
  readonly lcp: number | null;
  /** Milliseconds of the slowest answer to the shopper on this remote's pages; null where nobody asked for one. */
  readonly inp: number | null;
  /** Layout shift (CLS) while this remote's page was shown; known when the page is left. */
  readonly cls?: number;
}

/** What a page tells of itself when it is left: the health of releases is counted from it. */
export interface RumVisit {
  readonly kind: 'visit';
  /** Signed into the page by the server that rendered it. */
  readonly token: string;
  readonly releases: readonly ReleaseVisit[];
}

export const RUM_PATH = '/rum';
export const MAX_MESSAGE_LENGTH = 300;
export const MAX_RELEASES_PER_VISIT = 20;

/** Goes out even where the page is on its way out; what is lost is lost. */
export const sendReport = (report: RumReport | RumVisit): boolean =>
  navigator.sendBeacon(RUM_PATH, new Blob([JSON.stringify(report)], { type: 'application/json' }));
