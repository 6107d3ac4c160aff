import type { RemoteId } from '../remotes';
import { reasonsAgainstHost } from './checks/againstHost';
import { checkBeforeShown } from './checks';
import { promoted, rolledBack, takenBack, withCanary, withoutCanary, type CompositionFile, type Occasion, type ReleaseSet } from './compositionFile';
import { hashOf } from './publishRelease';
import { releasePrefix, type Registry } from './Registry';
import { RegistryError } from './RegistryError';

/** Every file of a release is what it was when it was published. */
const requireUnchanged = async (registry: Registry, remote: RemoteId, version: string): Promise<void> => {
  const release = await registry.release(remote, version);
  const prefix = releasePrefix(remote, version);
  const reasons: string[] = [];
  await Promise.all(
    Object.entries(release.files).map(async ([name, hash]) => {
      const stored = await registry.storage.read(prefix + name);
      if (!stored || hashOf(stored.body) !== hash) reasons.push(stored ? `${name} is not as it was published.` : `${name} is gone.`);
    }),
  );
  if (reasons.length > 0) throw new RegistryError('refused', `${remote} ${version} is refused:`, reasons.sort().slice(0, 10));
};

const requireUnchangedSet = (registry: Registry, set: ReleaseSet): Promise<unknown> =>
  Promise.all(Object.entries(set).map(([remote, version]) => requireUnchanged(registry, remote as RemoteId, version))); // keys of a set are its type's keys

/**
 * Makes releases live for every visit that starts from now on: all of the set, or none. Answers the composition and whether it changed.
 * @throws {RegistryError} `unknown`; `refused`, with reasons.
 */
export const promote = async (registry: Registry, set: ReleaseSet, occasion: Occasion): Promise<{ file: CompositionFile; changed: boolean }> => {
  await requireUnchangedSet(registry, set);
  let before: CompositionFile | undefined;
  const file = await registry.change(async (present) => {
    before = present;
    await checkBeforeShown(registry, present, set, occasion.now);
    return promoted(present, set, occasion);
  });
  return { file, changed: file !== before };
};

/** Shows a release to `weight` percent of the visitors, beside the live one. */
export const startCanary = async (registry: Registry, remote: RemoteId, version: string, weight: number, occasion: Occasion): Promise<CompositionFile> => {
  await requireUnchangedSet(registry, { [remote]: version });
  return registry.change(async (present) => {
    await checkBeforeShown(registry, present, { [remote]: version }, occasion.now);
    return withCanary(present, remote, version, weight, occasion);
  });
};

/** Takes a canary away; `version` protects one that came meanwhile. */
export const endCanary = (registry: Registry, remote: RemoteId, version: string | undefined, occasion: Occasion): Promise<CompositionFile> =>
  registry.change((present) => withoutCanary(present, remote, version, occasion));

/** @throws {RegistryError} `refused`: it cannot run at all, or is not as it was published. */
const requireRunnable = async (registry: Registry, remote: RemoteId, version: string, now: Date): Promise<void> => {
  const release = await registry.release(remote, version);
  const reasons = (await registry.hosts(now)).flatMap((host) => reasonsAgainstHost(release, host));
  if (reasons.length > 0) throw new RegistryError('refused', `${remote} ${version} is refused:`, reasons);
  await requireUnchanged(registry, remote, version);
};

/** The newest release before the live one that runs; undefined where none was live before. @throws {RegistryError} why the newest does not, where none does. */
const findRunnable = async (registry: Registry, remote: RemoteId, versions: readonly string[], now: Date): Promise<string | undefined> => {
  let refusal: RegistryError | undefined;
  for (const version of versions) {
    try {
      await requireRunnable(registry, remote, version, now);
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
 * Makes the release live that was live before the present one, or the one of `to` before it. Only what cannot run, or is not what was
 * published, is refused: who rolls back is in a hurry. Without `to`, such a release is passed over for the one before it. A canary stays.
 */
export const rollback = async (registry: Registry, remote: RemoteId, to: string | undefined, occasion: Occasion): Promise<string> => {
  const file = await registry.change(async (present) => {
    const target = await findRunnable(registry, remote, to === undefined ? (present.earlier[remote] ?? []) : [to], occasion.now);
    return rolledBack(present, remote, target, occasion);
  });
  return file.live[remote] ?? '';
};

/**
 * Takes back a change of the history, all of it at once. `requireRemotes` may refuse: whose they are is known only there.
 * @throws {RegistryError} `refused`: what was live before it cannot run, or is not as it was published.
 */
export const takeBack = (registry: Registry, at: string, occasion: Occasion, requireRemotes: (remotes: readonly string[]) => void): Promise<CompositionFile> =>
  registry.change(async (present) => {
    const changes = present.history.find((entry) => entry.at === at)?.changes ?? [];
    requireRemotes(changes.map(({ remote }) => remote));
    for (const { remote, channel, from } of changes) {
      if (channel === 'live' && from !== null) await requireRunnable(registry, remote as RemoteId, from, occasion.now); // the history is of remotes
    }
    return takenBack(present, at, occasion);
  });
