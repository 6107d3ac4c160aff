import { loadConfigFactory } from '../build/loadConfigFactory';
import { createDevServer } from '../build/createDevServer';
import { remotes, type RemoteId } from '../remotes';

/** Serves one remote with Fast Refresh. */
export const dev = async (remote: RemoteId): Promise<void> => createDevServer(remote, await loadConfigFactory(remote), { port: remotes[remote].devPort });
