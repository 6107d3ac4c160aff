import { loadConfigFactory } from '@shop/build/loadConfigFactory';
import { createDevServer } from '@shop/build/createDevServer';
import type { RemoteId } from '@shop/runtime/remotes';
import { readRemote } from '@shop/build/repository';

/** Serves one remote with Fast Refresh. */
export const dev = async (remote: RemoteId, print: (line: string) => void): Promise<void> => {
  const { devPort, mounts } = readRemote(remote);
  await createDevServer(remote, await loadConfigFactory(remote), { port: devPort });
  print(`  In a shop running on this machine: ${mounts[0] ?? '/'}?remote.${remote}=http://localhost:${devPort}`);
};
