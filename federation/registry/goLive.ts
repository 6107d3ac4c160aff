import type { RemoteId } from '../remotes';
import { reasonsAgainstHost } from './checks/againstHost';
import { checkBeforeShown } from './checks';
import { earlierRelease, promoted, rolledBack, takenBack, withCanary, withoutCanary, type CompositionFile, type Occasion, type ReleaseSet } from './compositionFile';
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

/**
 * Makes the release live that was live before the present one, or the one of `to` before it. Only what cannot run at all is refused:
 * who rolls back is in a hurry. A canary stays.
 */
export const rollback = async (registry: Registry, remote: RemoteId, to: string | undefined, occasion: Occasion): Promise<string> => {
  const file = await registry.change(async (present) => {
    const target = to ?? earlierRelease(present, remote);
    if (target !== undefined) {
      const release = await registry.release(remote, target);
      const reasons = (await registry.hosts(occasion.now)).flatMap((host) => reasonsAgainstHost(release, host));
      if (reasons.length > 0) throw new RegistryError('refused', `${remote} ${target} is refused:`, reasons);
    }
    return rolledBack(present, remote, to, occasion);
  });
  return file.live[remote] ?? '';
};

/** Takes back a change of the history, all of it at once. `remotes` may refuse: whose they are is known only there. */
export const takeBack = (registry: Registry, at: string, occasion: Occasion, requireRemotes: (remotes: readonly string[]) => void): Promise<CompositionFile> =>
  registry.change((present) => {
    requireRemotes(present.history.find((entry) => entry.at === at)?.changes.map(({ remote }) => remote) ?? []);
    return takenBack(present, at, occasion);
  });
