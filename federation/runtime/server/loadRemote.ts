import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import { isRemoteModule, type RemoteModule } from '@shop/shared/remote';
import { containerName, type RemoteId } from '../remotes';

/** A release's node build on this machine's disk. */
export interface NodeBuild {
  readonly remote: RemoteId;
  readonly version: string;
  /** Absolute path of the release's node entry. */
  readonly entry: string;
}

/** Loads a CommonJS file by its absolute path (moduleLoader.cjs). */
export type LoadModule = (file: string) => unknown;

const registered = new Map<string, Promise<RemoteModule>>();

const registerDiskEntries = (loadModule: LoadModule): void =>
  registerPlugins([
    {
      name: 'shop-disk-entries',
      loadEntry: async ({ remoteInfo }: { remoteInfo: { entry: string } }) => {
        // The only export of the entry is the container, named after the remote.
        const exported = loadModule(remoteInfo.entry);
        const containers: unknown[] = typeof exported === 'object' && exported !== null ? Object.values(exported) : [];
        return containers[0] as never; // the runtime validates the interface itself
      },
    },
  ]);

/** Each release has its own name, so that several can be loaded side by side. */
const releaseName = ({ remote, version }: NodeBuild): string =>
  `${containerName(remote)}__${version.replace(/\W/g, '_')}`;

const loadOnce = async (release: NodeBuild, loadModule: LoadModule): Promise<RemoteModule> => {
  if (registered.size === 0) registerDiskEntries(loadModule);
  const name = releaseName(release);
  registerRemotes([{ name, entry: release.entry, type: 'commonjs-module' }]);
  const loaded: unknown = await loadRemote<unknown>(`${name}/remote`);
  const module = typeof loaded === 'object' && loaded !== null && 'remote' in loaded ? loaded.remote : undefined;
  if (!isRemoteModule(module))
    throw new Error(`${release.remote} ${release.version} is not a remote this host supports`);
  return module;
};

/** Loads the module of a release once per process. */
export const loadServerRemote = (release: NodeBuild, loadModule: LoadModule): Promise<RemoteModule> => {
  const name = releaseName(release);
  const present = registered.get(name);
  if (present) return present;
  const promise = loadOnce(release, loadModule);
  registered.set(name, promise);
  promise.catch(() => registered.delete(name));
  return promise;
};
