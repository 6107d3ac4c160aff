import crypto from 'node:crypto';
import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { RemoteId } from '../remotes';
import { RegistryError } from './RegistryError';

/** A month of some thirty changes a day: how often releases go live is counted from it. */
const MAX_HISTORY_ENTRIES = 1_000;
const MAX_EARLIER_RELEASES = 10;
const Version = Type.String();

/**
 * A release that goes live in steps: a canary for more and more visitors, each step held until enough of them came, or
 * for so long.
 */
const Ramp = Type.Object({
  /** Since when the present step is held. */
  heldSince: Type.String(),
  /** A step is over after so many visits of the release, */
  visits: Type.Number(),
  /** or after so many milliseconds. */
  stepMs: Type.Number(),
  /** Who makes it live, and why. */
  by: Type.String(),
  reason: Type.Optional(Type.String()),
  /** Ids of the freeze windows that do not hold it: an operator began it in them. */
  passes: Type.Optional(Type.Array(Type.String())),
});

const Canary = Type.Object({
  version: Version,
  /** Percent of visitors who get it, 0 to 100; at 0 only those who ask for it. */
  weight: Type.Number({ minimum: 0, maximum: 100 }),
  /** Since when its health is looked at. */
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
  /** Of one entry only; hosts of before do not give it. */
  id: Type.Optional(Type.String()),
  at: Type.String(),
  /** A token's name, "health" for the automatic rollback, "ramp" for a step of a release that goes live in steps. */
  by: Type.String(),
  action: Type.Union((['promote', 'rollback', 'canary', 'end-canary'] as const).map((action) => Type.Literal(action))),
  reason: Type.Optional(Type.String()),
  /** All of it happened at once. */
  changes: Type.Array(Change),
});
export type HistoryEntry = Static<typeof HistoryEntry>;

/** The only thing that changes: which release of each remote is shown, to whom, and which was before it. */
export const CompositionFile = Type.Object({
  live: Type.Record(Type.String(), Version),
  canary: Type.Record(Type.String(), Canary),
  /** Good releases that were live before, the newest first: what a rollback goes back to. */
  earlier: Type.Record(Type.String(), Type.Array(Version)),
  /** "mfe-home@1.0.0": taken out of the registry, or just being; no longer to be shown. */
  gone: Type.Array(Type.String()),
  /**
   * Remotes whose last release that was made live wants a second person. A rollback changes nothing of that: it would
   * be a way around.
   */
  secondPerson: Type.Optional(Type.Array(Type.String())),
  /** The newest last. */
  history: Type.Array(HistoryEntry),
});
export type CompositionFile = Static<typeof CompositionFile>;

export const EMPTY_COMPOSITION: CompositionFile = { live: {}, canary: {}, earlier: {}, gone: [], history: [] };

/** Why an operator goes past a policy this once; kept in the history. */
export interface Exceptions {
  /** Makes a release live though a freeze window holds it. */
  readonly duringFreeze?: string | undefined;
  /** Makes a release live that a second person would have to approve. */
  readonly withoutSecondPerson?: string | undefined;
}

/** Who changes it, when, and why. */
export interface ChangeContext extends Exceptions {
  readonly by: string;
  readonly now: Date;
  readonly reason?: string | undefined;
  /** The second person, where there is one. */
  readonly approvedBy?: string | undefined;
  /** What the second person approved. */
  readonly request?:
    | {
        readonly set: ReleaseSet;
        readonly live: Readonly<Record<string, string>>;
        readonly contents: Readonly<Record<string, string>>;
      }
    | undefined;
}

const omitKey = <T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));

/**
 * The oldest change of the remote with the most goes first: who changes one without end takes nobody else's history.
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
    throw new RegistryError('unknown', `${remote}@${version} was taken out of the registry`);
};

/**
 * Says that a release is taken away, where nothing names it: whoever would show it at that moment is told. The same
 * file where something does.
 */
export const markGone = (file: CompositionFile, remote: RemoteId, version: string, since: Date): CompositionFile =>
  listReferencedVersions(file, remote, since).has(version)
    ? file
    : { ...file, gone: [...file.gone, `${remote}@${version}`].slice(-MAX_GONE_ENTRIES) };

/** A version that was taken away may be published again. */
export const unmarkGone = (file: CompositionFile, remote: RemoteId, version: string): CompositionFile =>
  file.gone.includes(`${remote}@${version}`)
    ? { ...file, gone: file.gone.filter((name) => name !== `${remote}@${version}`) }
    : file;

/** Versions by remote: what goes live together. */
export type ReleaseSet = Readonly<Record<RemoteId, string>>;

/**
 * What goes live in steps does so beside the release that is live: where that one changes, it no longer goes live by
 * itself.
 */
const cancelRamp = (file: CompositionFile, remote: string, context: ChangeContext): CompositionFile =>
  file.canary[remote]?.ramp
    ? removeCanary(file, remote, undefined, {
        ...context,
        reason: 'another release was made live while this one went live in steps',
      })
    : file;

/** Makes releases live, all at once; a canary that became live is one no more. The same file where nothing changes. */
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

/** The release a rollback of this remote goes back to. */
export const previousRelease = (file: CompositionFile, remote: RemoteId): string | undefined =>
  file.earlier[remote]?.[0];

/**
 * Makes the release live that was live before, or one of those before it. What it leaves is not gone back to: it was
 * not good.
 * @throws {RegistryError} `unknown` where there is none.
 */
export const rollBackRelease = (
  file: CompositionFile,
  remote: RemoteId,
  to: string | undefined,
  context: ChangeContext,
): CompositionFile => {
  const earlier = file.earlier[remote] ?? [];
  const target = to ?? earlier[0];
  if (target === undefined) throw new RegistryError('unknown', `${remote} has no earlier live release to go back to`);
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
 * Shows a release to a part of the visitors. Another weight for the same release keeps who has it already; a release
 * that went live in steps stays where it is put.
 * @throws {RegistryError} `invalid` where nothing is live beside it, or the weight is none.
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
    throw new RegistryError('invalid', `${remote} has no live release that a canary could stand beside`);
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

/** Takes a canary away: all visitors get the live release. `version` protects one that came meanwhile. */
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

/** Every version of a remote that is shown, was lately, or would be gone back to. */
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
 * The change of the history with this id, which could be reverted. By its id: two changes may carry the same
 * millisecond.
 * @throws {RegistryError} `unknown`.
 */
export const findRevertible = (file: CompositionFile, id: string): HistoryEntry => {
  const entry = file.history.find(
    (known) => known.id === id && (known.action === 'promote' || known.action === 'canary'),
  );
  if (!entry) throw new RegistryError('unknown', 'There is no such change that could be taken back');
  return entry;
};

/**
 * Reverts one change, all of it: what it made live is rolled back, its canary is taken away.
 * @throws {RegistryError} `conflict` where something of it has changed since.
 */
export const revertEntry = (file: CompositionFile, entry: HistoryEntry, context: ChangeContext): CompositionFile =>
  entry.changes.reduce((next, { remote, channel, from, to }) => {
    const id = remote as RemoteId; // the history is of remotes
    const present = channel === 'live' ? next.live[remote] : next.canary[remote]?.version;
    if (present !== to) throw new RegistryError('conflict', `${remote} has changed since`);
    if (channel === 'canary') return removeCanary(next, id, undefined, context);
    return rollBackRelease(next, id, from ?? undefined, context);
  }, file);
