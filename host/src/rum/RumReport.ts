import type { RemoteId } from '@shop/runtime/remotes';

/** Failure report of a page, without personal data. */
export interface RumReport {
  /** `load`: a remote could not be loaded. `render`: it crashed. `error`: uncaught. `damage`: it harmed the shell. */
  readonly kind: 'load' | 'render' | 'error' | 'damage';
  /** Remote that raised the error, or null if none can have. */
  readonly remote: RemoteId | null;
  readonly release: string | null;
  /** Name and message of the error, shortened. */
  readonly message: string;
  /** First path segment, such as "/orders", without order numbers. */
  readonly page: string;
  /** Id of the last API call before the failure, if any. */
  readonly lastCall?: string;
}

/** Health of one release during one page load. */
export interface ReleaseVisit {
  readonly remote: RemoteId;
  readonly release: string;
  /** False if this adds to a visit that was already reported. */
  readonly first: boolean;
  /** Whether it failed to load or crashed since the last report. */
  readonly failed: boolean;
  /** Largest contentful paint in milliseconds, if the remote owns the landing page; otherwise null. */
  readonly lcp: number | null;
  /** Slowest interaction on this remote's pages in milliseconds; null if there was none. */
  readonly inp: number | null;
  /** Layout shift (CLS) on this remote's pages; only known when the page is left. */
  readonly cls?: number;
}

/** Visit report, sent when the page is left. Release health is computed from these. */
export interface RumVisit {
  readonly kind: 'visit';
  /** Token from the server that rendered the page. */
  readonly token: string;
  readonly releases: readonly ReleaseVisit[];
}

export const RUM_PATH = '/rum';
export const MAX_MESSAGE_LENGTH = 300;
export const MAX_RELEASES_PER_VISIT = 20;

let isSilent = false;
/** Ends reports: those of staff would tell what they do. */
export const stopReports = (): void => {
  isSilent = true;
};

/** Sends a report even while the page unloads. Failures are ignored. */
export const sendReport = (report: RumReport | RumVisit): boolean =>
  isSilent || navigator.sendBeacon(RUM_PATH, new Blob([JSON.stringify(report)], { type: 'application/json' }));
