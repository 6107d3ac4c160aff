import { loadConfigFactory } from '../build/loadConfigFactory';
import { createDevServer } from '../build/createDevServer';
import type { RemoteId } from '../remotes';
import { readRemote } from '../repository/readRemotes';

/** Serves one remote with Fast Refresh. */
export const dev = async (remote: RemoteId, print: (line: string) => void): Promise<void> => {
  const { devPort, mounts } = readRemote(remote);
  await createDevServer(remote, await loadConfigFactory(remote), { port: devPort });
  print(`  In a shop running on this machine: ${mounts[0] ?? '/'}?remote.${remote}=http://localhost:${devPort}`);
};
