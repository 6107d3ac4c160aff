import { overrideQuery } from './access/overrideLinks';
import { readSigningKey } from './access/signingKey';
import { collectGarbage } from './collectGarbage';
import type { Occasion } from './compositionFile';
import { endCanary, promote, rollback, startCanary, takeBack } from './goLive';
import { publishRelease } from './publishRelease';
import type { Registry } from './Registry';
import type { RegistryAccess } from './RegistryAccess';
import { RegistryError } from './RegistryError';

/** What was asked, and the answer, are written down for each change: also what is refused. */
const audited = async <T>(registry: Registry, by: string, action: string, details: unknown, run: (occasion: Occasion) => Promise<T>): Promise<T> => {
  const at = new Date();
  try {
    const answer = await run({ by, now: at });
    await registry.audit({ at, by, action, outcome: 'done', details });
    return answer;
  } catch (error) {
    const outcome = error instanceof RegistryError ? `${error.code}: ${error.message}` : 'failed';
    await registry.audit({ at, by, action, outcome, details });
    throw error;
  }
};

/**
 * The registry itself, for `by`: the HTTP API behind its tokens, and the command line beside the storage. `requireRemotes` throws where a
 * change that is taken back is of remotes that are not theirs.
 */
export const directAccess = (registry: Registry, by: string, requireRemotes: (remotes: readonly string[]) => void = () => undefined): RegistryAccess => ({
  composition: () => registry.composition(),
  remotes: () => registry.remotes(),
  releases: (remote) => registry.releases(remote),
  publish: (upload) => audited(registry, by, 'publish', { remote: upload.remote, version: upload.version ?? null }, ({ now }) => publishRelease(registry, upload, by, now)),
  promote: (set, reason) =>
    audited(registry, by, 'promote', { set, reason }, async (occasion) => {
      const { changed } = await promote(registry, set, { ...occasion, reason });
      return { changed };
    }),
  canary: (remote, version, weight) => audited(registry, by, 'canary', { remote, version, weight }, async (occasion) => void (await startCanary(registry, remote, version, weight, occasion))),
  endCanary: (remote) => audited(registry, by, 'end-canary', { remote }, async (occasion) => void (await endCanary(registry, remote, undefined, occasion))),
  rollback: (remote, to, reason) => audited(registry, by, 'rollback', { remote, to, reason }, (occasion) => rollback(registry, remote, to, { ...occasion, reason })),
  takeBack: (at) => audited(registry, by, 'take-back', { at }, async (occasion) => void (await takeBack(registry, at, occasion, requireRemotes))),
  collectGarbage: (options) => audited(registry, by, 'gc', options, ({ now }) => collectGarbage(registry, now, options)),
  link: (remote, version, hours) =>
    audited(registry, by, 'link', { remote, version, hours }, async ({ now }) => {
      await registry.release(remote, version);
      return overrideQuery(await readSigningKey(registry), remote, version, now, hours);
    }),
});
