import type { RemoteId } from '../remotes';
import { checkHostCompatibility } from './checks/hostCompatibility';
import { checkBeforeGoLive } from './checks/checkRelease';
import {
  findRevertible,
  promoteReleases,
  revertEntry,
  rollBackRelease,
  setCanary,
  removeCanary,
  type CompositionFile,
  type ChangeContext,
  type ReleaseSet,
} from './compositionFile';
import { hashContent } from './publishRelease';
import { changeIfAllowed, checkPolicies, isRampFrozen, recordSecondPerson } from './policies/checkPolicies';
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
import { RegistryError } from './RegistryError';

/** Every file of a release is what it was when it was published. */
const requireUnchanged = async (registry: Registry, remote: RemoteId, version: string): Promise<void> => {
  const release = await registry.release(remote, version);
  const prefix = buildReleasePrefix(remote, version);
  const reasons: string[] = [];
  await Promise.all(
    Object.entries(release.files).map(async ([name, hash]) => {
      const stored = await registry.storage.read(prefix + name);
      if (!stored || hashContent(stored.body) !== hash)
        reasons.push(stored ? `${name} is not as it was published.` : `${name} is gone.`);
    }),
  );
  if (reasons.length > 0)
    throw new RegistryError('refused', `${remote} ${version} is refused:`, reasons.sort().slice(0, 10));
};

/** @throws {RegistryError} `refused`: a file of one of them is not what was published. */
export const requireUnchangedSet = (registry: Registry, set: ReleaseSet): Promise<unknown> =>
  // keys of a set are its type's keys
  Promise.all(Object.entries(set).map(([remote, version]) => requireUnchanged(registry, remote as RemoteId, version)));

const promoteIfAllowed = async (
  registry: Registry,
  present: CompositionFile,
  set: ReleaseSet,
  context: ChangeContext,
): Promise<CompositionFile> => {
  const next = await changeIfAllowed(registry, present, set, context, (allowed) =>
    promoteReleases(present, set, allowed),
  );
  return next === present ? present : recordSecondPerson(registry, next, set);
};

/**
 * Makes releases live for every visit that starts from now on: all of the set, or none. Answers the composition and
 * whether it changed.
 * @throws {RegistryError} `unknown`; `refused`, `frozen` or `unapproved`, with reasons.
 */
export const promote = async (
  registry: Registry,
  set: ReleaseSet,
  context: ChangeContext,
): Promise<{ file: CompositionFile; changed: boolean }> => {
  await requireUnchangedSet(registry, set);
  let before: CompositionFile | undefined;
  const file = await registry.change(async (present) => {
    before = present;
    await checkBeforeGoLive(registry, present, set, context.now);
    return promoteIfAllowed(registry, present, set, context);
  });
  return { file, changed: file !== before };
};

/** Why a release is live at once where others go live in steps. */
export const AT_ONCE_REASONS = ['nothing was live before', 'several releases go live together'] as const;

/** What came of it: it is live, or goes live in steps. */
export interface GoLiveResult {
  readonly changed: boolean;
  /** Undefined where it is live. */
  readonly ramp?: RampPlan;
  readonly atOnce?: (typeof AT_ONCE_REASONS)[number];
}

/**
 * Makes releases live as this registry does for who publishes: in steps where there is a policy for them, else at once.
 * One release at a time goes in steps: a set is for all visitors or for none. Where nothing is live before, nothing
 * could be shown to the others.
 * @throws {RegistryError} `unknown`; `refused`, `frozen` or `unapproved`, with reasons.
 */
export const goLive = async (
  registry: Registry,
  set: ReleaseSet,
  policy: RampPolicy | undefined,
  context: ChangeContext,
): Promise<GoLiveResult> => {
  if (!policy) return { changed: (await promote(registry, set, context)).changed };
  await requireUnchangedSet(registry, set);
  let before: CompositionFile | undefined;
  let atOnce: GoLiveResult['atOnce'];
  const file = await registry.change(async (present) => {
    before = present;
    atOnce = undefined;
    await checkBeforeGoLive(registry, present, set, context.now);
    const [first, ...others] = Object.entries(set).filter(([remote, version]) => present.live[remote] !== version) as [
      RemoteId,
      string,
    ][]; // keys of a set are its type's keys
    if (first && others.length === 0 && present.live[first[0]] !== undefined) {
      return changeIfAllowed(registry, present, { [first[0]]: first[1] }, context, (allowed) =>
        startRamp(present, first[0], first[1], policy, allowed),
      );
    }
    if (first) atOnce = others.length > 0 ? 'several releases go live together' : 'nothing was live before';
    return promoteIfAllowed(registry, present, set, context);
  });
  const ramp = listRamps(file).find(([remote, { version }]) => set[remote] === version);
  return { changed: file !== before, ...(ramp ? { ramp: toRampPlan(...ramp) } : {}), ...(atOnce ? { atOnce } : {}) };
};

/**
 * Changes the composition; answers whether it was this call that did: several hosts may be about to make the same
 * change.
 */
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

/** Whether a ramp is still in that step, and no freeze window holds it there. */
const canAdvance = async (
  registry: Registry,
  present: CompositionFile,
  remote: RemoteId,
  step: RampStep,
  now: Date,
): Promise<boolean> => {
  const canary = findStep(present, remote, step);
  return canary !== undefined && !(await isRampFrozen(registry, remote, now, canary.ramp.passes));
};

/** Shows a release that goes live in steps to more visitors. Answers whether it was this call that did. */
export const advanceRamp = (
  registry: Registry,
  remote: RemoteId,
  step: RampStep,
  context: ChangeContext,
): Promise<boolean> =>
  changeOnce(registry, async (present) =>
    (await canAdvance(registry, present, remote, step, context.now))
      ? setNextStep(present, remote, step, context)
      : present,
  );

/** Ends a ramp before it is through. Answers whether it was this call that did. */
export const stopRamp = (
  registry: Registry,
  remote: RemoteId,
  step: RampStep,
  context: ChangeContext,
): Promise<boolean> => changeOnce(registry, (present) => endRamp(present, remote, step, context));

/**
 * The last step of a ramp. Answers whether it was this call that took it. @throws {RegistryError} `refused`, with
 * reasons, as `promote` does.
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
    if (!(await canAdvance(registry, present, remote, step, context.now))) return present;
    await checkBeforeGoLive(registry, present, set, context.now);
    return recordSecondPerson(registry, promoteReleases(present, set, context), set);
  });
};

/**
 * Makes the newest release live that was live before this one and runs; nothing, where this one is not live any more.
 * Answers whether it was this call that did, and the version that is live since.
 * @throws {RegistryError} `refused`: none of them runs.
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
      requireRunnable(registry, remote, earlier, context.now),
    );
    return rollBackRelease(present, remote, to, context);
  });
  return { isOurs, to };
};

/**
 * Shows a release to `weight` percent of the visitors, beside the live one. @throws {RegistryError} `unknown`;
 * `refused`, `frozen` or `unapproved`, with reasons.
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
    const set = { [remote]: version };
    await checkBeforeGoLive(registry, present, set, context.now);
    const shown = present.canary[remote];
    // Fewer visitors are a way back, which no policy closes.
    if (shown?.version === version && weight <= shown.weight)
      return setCanary(present, remote, version, weight, context);
    return changeIfAllowed(registry, present, set, context, (allowed) =>
      setCanary(present, remote, version, weight, allowed),
    );
  });
};

/** Takes a canary away; `version` protects one that came meanwhile. */
export const endCanary = (
  registry: Registry,
  remote: RemoteId,
  version: string | undefined,
  context: ChangeContext,
): Promise<CompositionFile> => registry.change((present) => removeCanary(present, remote, version, context));

/** @throws {RegistryError} `refused`: it cannot run at all, or is not as it was published. */
const requireRunnable = async (registry: Registry, remote: RemoteId, version: string, now: Date): Promise<void> => {
  const release = await registry.release(remote, version);
  const reasons = (await registry.hosts(now)).flatMap((host) => checkHostCompatibility(release, host));
  if (reasons.length > 0) throw new RegistryError('refused', `${remote} ${version} is refused:`, reasons);
  await requireUnchanged(registry, remote, version);
};

/**
 * The newest of these releases that may be shown; undefined where there are none.
 * @throws {RegistryError} why the newest may not, where none may.
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
 * No policy closes a way back. Where an older release was made live by `promote`, the one before it is newer: that is a
 * way forward.
 * @throws {RegistryError} `refused`: it cannot run; `frozen` or `unapproved`: it was published after what is live now.
 */
const requireRollbackAllowed = async (
  registry: Registry,
  present: CompositionFile,
  remote: RemoteId,
  version: string,
  context: ChangeContext,
): Promise<void> => {
  await requireRunnable(registry, remote, version, context.now);
  const live = present.live[remote];
  const isForward =
    live !== undefined &&
    (await registry.release(remote, version)).publishedAt > (await registry.release(remote, live)).publishedAt;
  if (isForward) await checkPolicies(registry, present, { [remote]: version }, context);
};

/**
 * Makes the release live that was live before the present one, or the one of `to` before it. Only what cannot run, or
 * is not what was published, is refused: who rolls back is in a hurry. Without `to`, such a release is passed over for
 * the one before it. A canary stays; a release that goes live in steps is what is taken back then: the one beside it
 * stays live.
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
      requireRollbackAllowed(registry, present, remote, earlier, context),
    );
    return rollBackRelease(present, remote, target, context);
  });
  return file.live[remote] ?? '';
};

/**
 * Takes back a change of the history, all of it at once. `requireRemotes` may refuse: whose they are is known only
 * there.
 * @throws {RegistryError} `refused`: what was live before it cannot run, or is not as it was published.
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
        await requireRollbackAllowed(registry, present, remote as RemoteId, from, context);
    }
    return revertEntry(present, entry, context);
  });
