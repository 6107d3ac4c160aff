import { buildPackage } from '@shop/build/buildPackage';
import type { RemoteId } from '@shop/runtime/remotes';
import { resolveVersion } from '..';
import type { CommandContext } from './CommandContext';
import { readUpload } from './readUpload';

/**
 * Prints the remotes whose build was never published, as a JSON array for the matrix of a workflow. Builds them if
 * their inputs changed.
 */
export const listChanged = async ({ access, print }: CommandContext, remotes: readonly RemoteId[]): Promise<void> => {
  const changed: RemoteId[] = [];
  for (const remote of remotes) {
    await buildPackage(remote);
    const version = resolveVersion(await readUpload(remote, undefined));
    const releases = await access.listReleases({ remote });
    if (releases.every((release) => release.version !== version)) changed.push(remote);
  }
  print(JSON.stringify(changed));
};
