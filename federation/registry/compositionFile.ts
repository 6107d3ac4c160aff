import crypto from 'node:crypto';
import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { RemoteId } from '@shop/runtime/remotes';
import { PreviewLink } from './access/PreviewLink';
import { RegistryError } from './RegistryError';

/** About a month at thirty changes a day. */
export const MAX_HISTORY_ENTRIES = 1_000;
const MAX_EARLIER_RELEASES = 10;
const Version = Type.String();

/**
 * A release that is promoted in steps, as a canary with a growing weight. Each step is held until enough visitors have
 * seen it, or until its time is over.
 */
const Ramp = Type.Object({
  /** Start of the current step. */
  heldSince: Type.String(),
  /** A step ends after this many visits of the release, */
  visits: Type.Number(),
  /** or after this many milliseconds. */
  stepMs: Type.Number(),
  /** Who started it, and why. */
  by: Type.String(),
  reason: Type.Optional(Type.String()),
});

const Canary = Type.Object({
  version: Version,
  /** Percentage of visitors who get it, 0 to 100. At 0, only visitors with an override get it. */
  weight: Type.Number({ minimum: 0, maximum: 100 }),
  /** Start of its health monitoring. */
  since: Type.String(),
  ramp: Type.Optional(Ramp),
});
export type Canary = Static<typeof Canary>;

const Change = Type.Object({
  remote: Type.String(),
  channel: Type.Union([Type.Literal('live'), Type.Literal('canary')]),
  from: Type.Union([Version, Type.Null()]),
  to: Type.Union([Version, Type.Null()]),
  weight: Type.Optional(Type.Number()),
});
type Change = Static<typeof Change>;

const HistoryEntry = Type.Object({
  /** Unique per entry. Older hosts did not write it. */
  id: Type.Optional(Type.String()),
  at: Type.String(),
  /** A token's name, "health" for automatic rollbacks, or "ramp" for steps of a gradual release. */
  by: Type.String(),
  action: Type.Union(
    (['promote', 'rollback', 'canary', 'end-canary', 'retire'] as const).map((action) => Type.Literal(action)),
  ),
  reason: Type.Optional(Type.String()),
  /** All changes were made at once. */
  changes: Type.Array(Change),
});
export type HistoryEntry = Static<typeof HistoryEntry>;

/** The only mutable document: which release of each remote is shown to whom, and which was live before. */
export const CompositionFile = Type.Object({
  live: Type.Record(Type.String(), Version),
  canary: Type.Record(Type.String(), Canary),
  /**
   * Good releases that were live before, newest first: the targets of a rollback. Every remote that was ever live has
   * an entry.
   */
  earlier: Type.Record(Type.String(), Type.Array(Version)),
  /** Remotes that the platform has granted to staff; all others are for shoppers. */
  staff: Type.Optional(Type.Array(Type.String())),
  /** "mfe-home@1.0.0": removed from the registry or being removed; must not be shown. */
  gone: Type.Array(Type.String()),
  /** Signed links that count; a link that is not listed was revoked. */
  links: Type.Optional(Type.Array(PreviewLink)),
  /** Oldest first. */
  history: Type.Array(HistoryEntry),
});
export type CompositionFile = Static<typeof CompositionFile>;

export const EMPTY_COMPOSITION: CompositionFile = { live: {}, canary: {}, earlier: {}, gone: [], history: [] };

/** Who makes a change, when, and why. */
export interface ChangeContext {
  readonly by: string;
  readonly now: Date;
  readonly reason?: string | undefined;
}

const omitKey = <T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));

/**
 * Removes the oldest entry of the remote with the most entries, so that frequent changes of one remote do not displace
 * the history of others.
 */
const trimHistory = (history: readonly HistoryEntry[]): HistoryEntry[] => {
  if (history.length <= MAX_HISTORY_ENTRIES) return [...history];
  const getFirstRemote = ({ changes: [change] }: HistoryEntry): string => change?.remote ?? '';
  const counts = new Map<string, number>();
  for (const entry of history) counts.set(getFirstRemote(entry), (counts.get(getFirstRemote(entry)) ?? 0) + 1);
  const [busiest] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  const oldest = history.findIndex((entry) => getFirstRemote(entry) === busiest);
  return trimHistory(history.toSpliced(oldest, 1));
};

export const appendHistory = (
  file: CompositionFile,
  action: HistoryEntry['action'],
  changes: readonly Change[],
  { by, now, reason }: ChangeContext,
): CompositionFile => ({
  ...file,
  history: trimHistory([
    ...file.history,
    {
      id: crypto.randomUUID(),
      at: now.toISOString(),
      by,
      action,
      ...(reason === undefined ? {} : { reason }),
      changes: [...changes],
    },
  ]),
});

const MAX_GONE_ENTRIES = 1_000;

export const requireNotRemoved = (file: CompositionFile, remote: string, version: string): void => {
  if (file.gone.includes(`${remote}@${version}`))
    throw new RegistryError('unknown', `${remote}@${version} was removed from the registry`);
};

/**
 * Marks a release as removed unless it is referenced, so that showing it at the same time is refused. Returns the same
 * object if the release is still referenced.
 */
export const markGone = (file: CompositionFile, remote: RemoteId, version: string, since: Date): CompositionFile =>
  listReferencedVersions(file, remote, since).has(version)
    ? file
    : { ...file, gone: [...file.gone, `${remote}@${version}`].slice(-MAX_GONE_ENTRIES) };

/** Clears the removal mark: a removed version may be published again. */
export const unmarkGone = (file: CompositionFile, remote: RemoteId, version: string): CompositionFile =>
  file.gone.includes(`${remote}@${version}`)
    ? { ...file, gone: file.gone.filter((name) => name !== `${remote}@${version}`) }
    : file;

/** Versions by remote that are promoted together. */
export type ReleaseSet = Readonly<Record<RemoteId, string>>;

/**
 * Ends a gradual release of the remote, which is compared with the live release and cannot continue when that one
 * changes.
 */
const cancelRamp = (file: CompositionFile, remote: string, context: ChangeContext): CompositionFile =>
  file.canary[remote]?.ramp
    ? removeCanary(file, remote, undefined, {
        ...context,
        reason: 'another release was promoted while this one was promoted in steps',
      })
    : file;

/**
 * Promotes releases, all at once. A canary that becomes live is no longer a canary. Returns the same object if
 * nothing changes.
 */
export const promoteReleases = (file: CompositionFile, set: ReleaseSet, context: ChangeContext): CompositionFile => {
  const changes: Change[] = [];
  let next = file;
  for (const [remote, version] of Object.entries(set)) {
    requireNotRemoved(next, remote, version);
    const from = next.live[remote] ?? null;
    if (next.canary[remote]?.version === version) next = { ...next, canary: omitKey(next.canary, remote) };
    if (from === version) continue;
    next = cancelRamp(next, remote, context);
    const earlier = [...(from === null ? [] : [from]), ...(next.earlier[remote] ?? [])].filter(
      (known) => known !== version,
    );
    next = {
      ...next,
      live: { ...next.live, [remote]: version },
      earlier: { ...next.earlier, [remote]: earlier.slice(0, MAX_EARLIER_RELEASES) },
    };
    changes.push({ remote, channel: 'live', from, to: version });
  }
  return changes.length > 0 ? appendHistory(next, 'promote', changes, context) : next;
};

/**
 * Takes a remote out of the shop: its live release and its canary. A rollback cannot restore it, because its mounts may
 * belong to another remote by then.
 * @throws {RegistryError} `unknown` if it has no live release.
 */
export const retireRemote = (file: CompositionFile, remote: RemoteId, context: ChangeContext): CompositionFile => {
  const from = file.live[remote];
  if (from === undefined) throw new RegistryError('unknown', `${remote} has no live release`);
  const canary = file.canary[remote]?.version;
  const next = {
    ...file,
    live: omitKey(file.live, remote),
    canary: omitKey(file.canary, remote),
    earlier: { ...file.earlier, [remote]: [] },
  };
  const changes: Change[] = [
    { remote, channel: 'live', from, to: null },
    ...(canary === undefined ? [] : [{ remote, channel: 'canary', from: canary, to: null } as const]),
  ];
  return appendHistory(next, 'retire', changes, context);
};

/** True if the remote was live, and was taken out of the shop since. */
export const isRetired = ({ live, earlier }: Pick<CompositionFile, 'live' | 'earlier'>, remote: string): boolean =>
  !(remote in live) && remote in earlier;

/** Returns the release that a rollback of this remote restores. */
export const previousRelease = (file: CompositionFile, remote: RemoteId): string | undefined =>
  file.earlier[remote]?.[0];

/**
 * Restores the previous live release, or an earlier one. The release it replaces is not a rollback target afterwards,
 * because it was bad.
 * @throws {RegistryError} `unknown` if there is no such release.
 */
export const rollBackRelease = (
  file: CompositionFile,
  remote: RemoteId,
  to: string | undefined,
  context: ChangeContext,
): CompositionFile => {
  const earlier = file.earlier[remote] ?? [];
  const target = to ?? earlier[0];
  if (target === undefined)
    throw new RegistryError(
      'unknown',
      `${remote} has no earlier live release to go back to${isRetired(file, remote) ? '; it is retired: promote one of its releases' : ''}`,
    );
  if (!earlier.includes(target))
    throw new RegistryError(
      'unknown',
      `${remote} ${target} was not live before; those were: ${earlier.join(', ') || 'none'}`,
    );
  requireNotRemoved(file, remote, target);
  const change: Change = { remote, channel: 'live', from: file.live[remote] ?? null, to: target };
  const canary = file.canary[remote]?.version === target ? omitKey(file.canary, remote) : file.canary;
  const next = {
    ...file,
    canary,
    live: { ...file.live, [remote]: target },
    earlier: { ...file.earlier, [remote]: earlier.slice(earlier.indexOf(target) + 1) },
  };
  return appendHistory(cancelRamp(next, remote, context), 'rollback', [change], context);
};

/**
 * Shows a release to a percentage of visitors. Another weight for the same release keeps its start time. A release that
 * was promoted in steps stays at the given weight.
 * @throws {RegistryError} `invalid` if the remote has no live release, or the weight is out of range.
 */
export const setCanary = (
  file: CompositionFile,
  remote: RemoteId,
  version: string,
  weight: number,
  context: ChangeContext,
): CompositionFile => {
  if (!(weight >= 0 && weight <= 100))
    throw new RegistryError('invalid', `A weight is a percentage from 0 to 100, not "${weight}"`);
  requireNotRemoved(file, remote, version);
  if (file.live[remote] === undefined)
    throw new RegistryError('invalid', `${remote} has no live release; a canary needs one`);
  if (file.live[remote] === version) throw new RegistryError('invalid', `${remote} ${version} is live already`);
  const present = file.canary[remote];
  if (present?.version === version && present.weight === weight && !present.ramp) return file;
  const canary: Canary = {
    version,
    weight,
    since: present?.version === version ? present.since : context.now.toISOString(),
  };
  return appendHistory(
    { ...file, canary: { ...file.canary, [remote]: canary } },
    'canary',
    [{ remote, channel: 'canary', from: present?.version ?? null, to: version, weight }],
    context,
  );
};

/**
 * Removes a canary, so that all visitors get the live release. With `version`, only a canary of that version is
 * removed.
 */
export const removeCanary = (
  file: CompositionFile,
  remote: string,
  version: string | undefined,
  context: ChangeContext,
): CompositionFile => {
  const present = file.canary[remote];
  if (!present) throw new RegistryError('unknown', `${remote} has no canary`);
  if (version !== undefined && present.version !== version) return file;
  return appendHistory(
    { ...file, canary: omitKey(file.canary, remote) },
    'end-canary',
    [{ remote, channel: 'canary', from: present.version, to: null }],
    context,
  );
};

/** Lists the versions of a remote that are shown, were shown since the given date, or are the next rollback target. */
export const listReferencedVersions = (file: CompositionFile, remote: RemoteId, since: Date): Set<string> => {
  const recentChanges = file.history.filter(({ at }) => new Date(at) >= since).flatMap(({ changes }) => changes);
  const referenced = [
    file.live[remote],
    file.canary[remote]?.version,
    previousRelease(file, remote),
    ...recentChanges.flatMap((change) => (change.remote === remote ? [change.from, change.to] : [])),
  ];
  return new Set(referenced.filter((version) => typeof version === 'string'));
};

/**
 * Finds a revertible change by its id. The time is not enough: two changes may have the same millisecond.
 * @throws {RegistryError} `unknown`.
 */
export const findRevertible = (file: CompositionFile, id: string): HistoryEntry => {
  const entry = file.history.find(
    ({ id: knownId, action }) => knownId === id && (action === 'promote' || action === 'canary' || action === 'retire'),
  );
  if (!entry) throw new RegistryError('unknown', 'There is no such change, or it cannot be reverted');
  return entry;
};

/**
 * Reverts a change as a whole: promotions are rolled back, canaries are removed, retired remotes are live again.
 * @throws {RegistryError} `conflict` if a remote has changed since.
 */
export const revertEntry = (file: CompositionFile, entry: HistoryEntry, context: ChangeContext): CompositionFile =>
  entry.changes.reduce((next, { remote, channel, from, to }) => {
    const id = remote as RemoteId; // the history is of remotes
    // The canary of a retired remote is over.
    if (entry.action === 'retire' && channel === 'canary') return next;
    const present = (channel === 'live' ? next.live[remote] : next.canary[remote]?.version) ?? null;
    if (present !== to) throw new RegistryError('conflict', `${remote} has changed since`);
    if (entry.action === 'retire' && from !== null) return promoteReleases(next, { [id]: from }, context);
    if (channel === 'canary') return removeCanary(next, id, undefined, context);
    return rollBackRelease(next, id, from ?? undefined, context);
  }, file);
