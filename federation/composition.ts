import type { RemoteId } from './remotes';

/** One release of a remote, as the browser needs it. URLs are paths on the shop's own origin. */
export interface LiveRelease {
  readonly version: string;
  readonly entry: string;
  /** Of the entry, as in an `integrity` attribute; a dev server's entry has none. */
  readonly integrity?: string;
}

/** Which release of each remote is live. A page keeps the composition it started with until its next full load. */
export type Composition = Readonly<Partial<Record<RemoteId, LiveRelease>>>;
