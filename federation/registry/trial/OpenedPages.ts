import type { Audience } from '@shop/runtime/remotes';
import type { FailedPage } from './findPages';

/** Parameters of a trial in the browser. */
export interface BrowserTrial {
  /** Address of the remote's web entry. */
  readonly entry: string;
  /** Global name of the entry in the page. */
  readonly container: string;
  readonly audience: Audience;
  /** Versions of the singletons. */
  readonly versions: Readonly<Record<string, string>>;
}

/** Result of a trial. */
export interface OpenedPages {
  readonly pages: number;
  readonly failed: readonly FailedPage[];
  /** Globals that the release has changed, such as "Array.prototype.map". */
  readonly changedGlobals: readonly string[];
}
