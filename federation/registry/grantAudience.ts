import type { Audience, RemoteId } from '@shop/runtime/remotes';
import { checkGrant, findGrant } from './checks/audience';
import type { CompositionFile } from './compositionFile';
import type { Registry } from './Registry';
import { RegistryError } from './RegistryError';

/**
 * Says whom a remote may be for. Only who has the registry's storage can: no operation does it, so no token.
 * @throws {RegistryError} `refused` while a release for others is shown, which would be gone at once.
 */
export const grantAudience = (registry: Registry, remote: RemoteId, audience: Audience): Promise<CompositionFile> =>
  registry.change(async (file) => {
    if (findGrant(file, remote) === audience) return file;
    const others = (file.staff ?? []).filter((name) => name !== remote);
    const next = { ...file, staff: audience === 'staff' ? [...others, remote].sort() : others };
    for (const version of [file.live[remote], file.canary[remote]?.version])
      if (version !== undefined && checkGrant(next, await registry.readRelease(remote, version)).length > 0)
        throw new RegistryError(
          'refused',
          `${remote} ${version} is not for ${audience} and is shown; retire ${remote} first`,
        );
    return next;
  });
