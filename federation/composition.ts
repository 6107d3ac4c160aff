import { isUnder, type RemoteId } from './remotes';

/** The files of a release that a browser asks for first. URLs are paths on the shop's own origin. */
export interface ReleaseEntry {
  readonly version: string;
  readonly entry: string;
  /** What the entry calls itself in the page; no two releases are called the same. */
  readonly container: string;
  /** Of the entry, as in an `integrity` attribute; a dev server's entry has none. */
  readonly integrity?: string;
}

/** The part of the site that is a remote's own. */
export interface RemotePlace {
  readonly mounts: readonly string[];
  /** What the shopper reads there while the remote is away. */
  readonly missingTitle: string;
}

/** A remote on this page: which release of it, and which part of the site is its own. */
export interface LiveRelease extends ReleaseEntry, RemotePlace {
  /** The good release before this one, for when this one does not come. */
  readonly previous?: ReleaseEntry;
  /** This browser was asked to show another release than the live one. */
  readonly isOverride?: true;
}

/** Which release of each remote is shown. A page keeps the composition it started with until its next full load. */
export type Composition = Readonly<Record<RemoteId, LiveRelease>>;

/** Which remote owns a path; undefined for a path nobody owns. */
export const findRemoteByPath = (composition: Composition, pathname: string): RemoteId | undefined =>
  (Object.keys(composition) as RemoteId[]).find((id) =>
    composition[id]?.mounts.some((mount) => isUnder(mount, pathname)),
  ); // keys of a composition are its type's keys
