import type { RemoteId } from '@shop/runtime/remotes';
import { checkGrant } from './checks/audience';
import { checkHostCompatibility } from './checks/hostCompatibility';
import { checkBeforePromotion, checkBeforeRetiring } from './checks/checkRelease';
import {
  findRevertible,
  promoteReleases,
  retireRemote,
  revertEntry,
  rollBackRelease,
  setCanary,
  removeCanary,
  type CompositionFile,
  type ChangeContext,
  type HistoryEntry,
  type ReleaseSet,
} from './compositionFile';
import { hashContent } from '../build/hashContent';
import {
  findStep,
  listRamps,
  toRampPlan,
  setNextStep,
  endRamp,
  startRamp,
  type RampPlan,
  type RampPolicy,
  type RampStep,
} from './ramp';
import { buildReleasePrefix, type Registry } from './Registry';
import { createRefusal, RegistryError } from './RegistryError';

/** @throws {RegistryError} `refused` if a file of the release is missing or has changed since it was published. */
const requireUnchanged = async (registry: Registry, remote: RemoteId, version: string): Promise<void> => {
  const release = await registry.readRelease(remote, version);
  const prefix = buildReleasePrefix(remote, version);
  const reasons: string[] = [];
  await Promise.all(
    Object.entries(release.files).map(async ([name, hash]) => {
      const stored = await registry.storage.read(prefix + name);
      if (!stored || hashContent(stored.body) !== hash)
        reasons.push(stored ? `${name} has changed since it was published.` : `${name} is missing.`);
    }),
  );
  if (reasons.length > 0) throw createRefusal(reasons.sort().slice(0, 10), release);
};

/** @throws {RegistryError} `refused` if a file of one of the releases is missing or has changed. */
export const requireUnchangedSet = (registry: Registry, set: ReleaseSet): Promise<unknown> =>
  // keys of a set are its type's keys
  Promise.all(Object.entries(set).map(([remote, version]) => requireUnchanged(registry, remote as RemoteId, version)));

/** Reasons why a release skips the steps. */
export const AT_ONCE_REASONS = ['nothing was live before', 'several releases go live together'] as const;

/** What a promotion has done: the releases are live, or one of them is shown in steps. */
export interface Promotion {
  readonly changed: boolean;
  /** Undefined if it is live. */
  readonly ramp?: RampPlan;
  readonly atOnce?: (typeof AT_ONCE_REASONS)[number];
}

/**
 * Promotes all releases of a set for new visits, or none of them: at once or, with a policy, in steps. Only a single
 * release can be promoted in steps: a set is shown to all visitors or to none, and if nothing was live before, there is
 * nothing to show to the other visitors.
 * @throws {RegistryError} `unknown`; `refused`, with reasons.
 */
export const promote = async (
  registry: Registry,
  set: ReleaseSet,
  context: ChangeContext,
  policy?: RampPolicy,
): Promise<Promotion> => {
  await requireUnchangedSet(registry, set);
  let before: CompositionFile | undefined;
  let atOnce: Promotion['atOnce'];
  const file = await registry.change(async (present) => {
    before = present;
    atOnce = undefined;
    await checkBeforePromotion(registry, present, set, context.now);
    if (!policy) return promoteReleases(present, set, context);
    const [first, ...others] = Object.entries(set).filter(([remote, version]) => present.live[remote] !== version) as [
      RemoteId,
      string,
    ][]; // keys of a set are its type's keys
    if (first && others.length === 0 && present.live[first[0]] !== undefined)
      return startRamp(present, ...first, policy, context);
    if (first) atOnce = others.length > 0 ? 'several releases go live together' : 'nothing was live before';
    return promoteReleases(present, set, context);
  });
  const ramp = policy && listRamps(file).find(([remote, { version }]) => set[remote] === version);
  return { changed: file !== before, ...(ramp ? { ramp: toRampPlan(...ramp) } : {}), ...(atOnce ? { atOnce } : {}) };
};

/** Changes the composition and returns whether this call made the change. Several hosts may attempt the same change. */
const changeOnce = async (
  registry: Registry,
  update: (file: CompositionFile) => CompositionFile | Promise<CompositionFile>,
): Promise<boolean> => {
  let isOurs = false;
  await registry.change(async (present) => {
    const next = await update(present);
    isOurs = next !== present;
    return next;
  });
  return isOurs;
};

/** Moves a gradual release to its next step. Returns whether this call did. */
export const advanceRamp = (
  registry: Registry,
  remote: RemoteId,
  step: RampStep,
  context: ChangeContext,
): Promise<boolean> => changeOnce(registry, (present) => setNextStep(present, remote, step, context));

/** Ends a gradual release early. Returns whether this call did. */
export const stopRamp = (
  registry: Registry,
  remote: RemoteId,
  step: RampStep,
  context: ChangeContext,
): Promise<boolean> => changeOnce(registry, (present) => endRamp(present, remote, step, context));

/**
 * Promotes a gradual release for everybody, its last step. Returns whether this call did.
 * @throws {RegistryError} `refused`, with reasons, like `promote`.
 */
export const finishRamp = async (
  registry: Registry,
  remote: RemoteId,
  step: RampStep,
  context: ChangeContext,
): Promise<boolean> => {
  const set = { [remote]: step.version };
  await requireUnchangedSet(registry, set);
  return changeOnce(registry, async (present) => {
    if (!findStep(present, remote, step)) return present;
    await checkBeforePromotion(registry, present, set, context.now);
    return promoteReleases(present, set, context);
  });
};

/**
 * Rolls back to the newest earlier release that can run; does nothing if `version` is no longer live. Returns whether
 * this call made the change, and the restored version.
 * @throws {RegistryError} `refused` if none of them can run.
 */
export const rollBackFrom = async (
  registry: Registry,
  remote: RemoteId,
  version: string,
  context: ChangeContext,
): Promise<{ readonly isOurs: boolean; readonly to: string | undefined }> => {
  let to: string | undefined;
  const isOurs = await changeOnce(registry, async (present) => {
    if (present.live[remote] !== version) return present;
    to = await findAllowed(present.earlier[remote] ?? [], (earlier) =>
      requireRunnable(registry, present, remote, earlier, context.now),
    );
    return rollBackRelease(present, remote, to, context);
  });
  return { isOurs, to };
};

/**
 * Shows a release to `weight` percent of the visitors, in addition to the live one.
 * @throws {RegistryError} `unknown`; `refused`, with reasons.
 */
export const startCanary = async (
  registry: Registry,
  remote: RemoteId,
  version: string,
  weight: number,
  context: ChangeContext,
): Promise<CompositionFile> => {
  await requireUnchangedSet(registry, { [remote]: version });
  return registry.change(async (present) => {
    await checkBeforePromotion(registry, present, { [remote]: version }, context.now);
    return setCanary(present, remote, version, weight, context);
  });
};

/** Removes a canary. With `version`, only a canary of that version is removed. */
export const endCanary = (
  registry: Registry,
  remote: RemoteId,
  version: string | undefined,
  context: ChangeContext,
): Promise<CompositionFile> => registry.change((present) => removeCanary(present, remote, version, context));

/** @throws {RegistryError} `refused` if the release cannot run, or has changed since it was published. */
const requireRunnable = async (
  registry: Registry,
  file: CompositionFile,
  remote: RemoteId,
  version: string,
  now: Date,
): Promise<void> => {
  const release = await registry.readRelease(remote, version);
  const hosts = await registry.listHosts(now);
  const reasons = [...checkGrant(file, release), ...hosts.flatMap((host) => checkHostCompatibility(release, host))];
  if (reasons.length > 0) throw createRefusal(reasons, release);
  await requireUnchanged(registry, remote, version);
};

/**
 * Returns the first of these releases, newest first, that may be shown; undefined if there are none.
 * @throws {RegistryError} the reason for the newest one, if none may be shown.
 */
const findAllowed = async (
  versions: readonly string[],
  requireAllowed: (version: string) => Promise<void>,
): Promise<string | undefined> => {
  let refusal: RegistryError | undefined;
  for (const version of versions) {
    try {
      await requireAllowed(version);
      return version;
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      refusal ??= error;
    }
  }
  if (refusal) throw refusal;
  return undefined;
};

/**
 * Restores the previous live release, or the release `to` from before. Refuses only releases that cannot run or have
 * changed, because a rollback is urgent; without `to`, such releases are skipped. A canary stays. During a gradual
 * release, a rollback without `to` ends it and the live release stays.
 */
export const rollback = async (
  registry: Registry,
  remote: RemoteId,
  to: string | undefined,
  context: ChangeContext,
): Promise<string> => {
  const file = await registry.change(async (present) => {
    if (to === undefined && present.canary[remote]?.ramp) return removeCanary(present, remote, undefined, context);
    const target = await findAllowed(to === undefined ? (present.earlier[remote] ?? []) : [to], (earlier) =>
      requireRunnable(registry, present, remote, earlier, context.now),
    );
    return rollBackRelease(present, remote, target, context);
  });
  return file.live[remote] ?? '';
};

/**
 * Takes a remote out of the shop, and returns the version that was live. Its mounts are free for other remotes; its
 * history and its releases stay.
 * @throws {RegistryError} `unknown` if it has no live release; `refused` while something uses it, with every use.
 */
export const retire = async (registry: Registry, remote: RemoteId, context: ChangeContext): Promise<string> => {
  let version = '';
  await registry.change(async (present) => {
    await checkBeforeRetiring(registry, present, remote, context.now);
    version = present.live[remote] ?? '';
    return retireRemote(present, remote, context);
  });
  return version;
};

/** Returns the releases that are live again when a change is reverted. */
const listRestored = ({ changes }: HistoryEntry): ReleaseSet =>
  Object.fromEntries(
    changes.flatMap(({ remote, channel, from }) => (channel === 'live' && from !== null ? [[remote, from]] : [])),
  );

/**
 * Reverts a change of the history as a whole. `requireRemotes` throws if the caller has no rights on the remotes, which
 * are known only here.
 * @throws {RegistryError} `refused` if the release that was live before cannot run or has changed, or if another remote
 * has a mount of a retired one by now.
 */
export const revertChange = (
  registry: Registry,
  id: string,
  context: ChangeContext,
  requireRemotes: (remotes: readonly string[]) => void,
): Promise<CompositionFile> =>
  registry.change(async (present) => {
    const entry = findRevertible(present, id);
    requireRemotes(entry.changes.map(({ remote }) => remote));
    for (const { remote, channel, from } of entry.changes) {
      // the history is of remotes
      if (channel === 'live' && from !== null)
        await requireRunnable(registry, present, remote as RemoteId, from, context.now);
    }
    const reason = context.reason ?? `reverts the change of ${entry.at} by ${entry.by}`;
    const next = revertEntry(present, entry, { ...context, reason });
    if (entry.action === 'retire') await checkBeforePromotion(registry, present, listRestored(entry), context.now);
    return next;
  });
