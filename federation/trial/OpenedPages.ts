import type { FailedPage } from './findPages';

/** What a browser is asked to open. */
export interface TrialPage {
  /** Address of the remote's web entry. */
  readonly entry: string;
  /** What the entry calls itself in the page. */
  readonly container: string;
  /** Versions of the singletons. */
  readonly versions: Readonly<Record<string, string>>;
}

/** What came of it. */
export interface OpenedPages {
  readonly pages: number;
  readonly failed: readonly FailedPage[];
  /** What the release has changed of everybody's, such as "Array.prototype.map". */
  readonly changedGlobals: readonly string[];
}
