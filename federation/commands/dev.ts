import { loadConfigFactory } from '../build/loadConfigFactory';
import { createDevServer } from '../build/createDevServer';
import { remotes, type RemoteId } from '../remotes';

const devPortOf = (remote: RemoteId): number => {
  const port = remotes[remote]?.devPort;
  if (port === undefined) throw new Error(`${remote} is not in federation/remotes.ts`);
  return port;
};

/** Serves one remote with Fast Refresh. */
export const dev = async (remote: RemoteId): Promise<void> => createDevServer(remote, await loadConfigFactory(remote), { port: devPortOf(remote) });
