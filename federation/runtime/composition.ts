import type { MenuLink, SlotFills } from '@shop/shared/remote';
import { isUnder, type Audience, type RemoteId } from './remotes';

/** The files of a release that browsers request first. URLs are paths on the shop's origin. */
export interface ReleaseEntry {
  readonly version: string;
  readonly entry: string;
  /** Global name of the entry in the page; unique per release. */
  readonly container: string;
  /** `integrity` attribute of the entry; undefined for dev servers. */
  readonly integrity?: string;
}

/** The parts of the site that belong to a remote. */
export interface RemotePlace {
  readonly audience?: Audience | undefined;
  readonly mounts: readonly string[];
  /** Those with pages of a visitor's own, or above them; releases of before do not say which. */
  readonly privateMounts?: readonly string[] | undefined;
  /** Title shown to visitors while the remote is unavailable. */
  readonly missingTitle: string;
  /** Why its local build does not run; on a developer's machine only, where its pages say so. */
  readonly refusedBecause?: readonly string[];
}

/** The release of a remote on a page, and the parts of the site it owns. */
export interface PageRelease extends ReleaseEntry, RemotePlace {
  /** The previous good release, used if this one does not load. */
  readonly previous?: ReleaseEntry;
  /** Its links in the header's menu. */
  readonly menu?: readonly MenuLink[];
  /** Names of its widgets, by the slots of other remotes' pages that they fill. */
  readonly fills?: SlotFills;
  /** Set for a canary, and while a release that was promoted is judged: the likeliest cause of damage to a page. */
  readonly isNew?: true;
  /** Set if an override in this browser selects another release than the live one. */
  readonly isOverride?: true;
  /** Team of a release that is shown by an override. */
  readonly owner?: string;
}

/** The release shown for each remote. A page keeps its composition until the next full load. */
export type Composition = Readonly<Record<RemoteId, PageRelease>>;

/** Returns the links of all remotes in the header's menu, in their order. */
export const listMenuLinks = (composition: Composition): readonly MenuLink[] =>
  Object.values(composition)
    .flatMap(({ menu = [] }) => menu)
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0) || a.label.localeCompare(b.label, 'en'));

/** Returns the remote that owns a path; undefined if none does. */
export const findRemoteByPath = (composition: Composition, pathname: string): RemoteId | undefined =>
  (Object.keys(composition) as RemoteId[]).find((id) =>
    composition[id]?.mounts.some((mount) => isUnder(mount, pathname)),
  ); // keys of a composition are its type's keys
