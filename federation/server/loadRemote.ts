import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import { isRemoteModule, type RemoteModule } from '@shop/shared/remote';
import { containerName, type RemoteId } from '../remotes';

/** A release's node build on this machine's disk. */
export interface ServerRelease {
  readonly remote: RemoteId;
  readonly version: string;
  /** Absolute path of the release's node entry. */
  readonly entry: string;
}

declare const __non_webpack_require__: NodeRequire;

const registered = new Map<string, Promise<RemoteModule>>();

// Node builds are on this machine's disk and immutable: required from there, their chunks find themselves.
const registerDiskEntries = (): void =>
  registerPlugins([
    {
      name: 'shop-disk-entries',
      loadEntry: async ({ remoteInfo }: { remoteInfo: { entry: string } }) => {
        // The entry's only export is the container, under the remote's own name.
        const exported: unknown = __non_webpack_require__(remoteInfo.entry);
        const containers: unknown[] = typeof exported === 'object' && exported !== null ? Object.values(exported) : [];
        return containers[0] as never; // the runtime checks its interface itself
      },
    },
  ]);

/** Every release has its own name, so several can be rendered side by side and none ever replaces another in memory. */
const releaseName = ({ remote, version }: ServerRelease): string =>
  `${containerName(remote)}__${version.replace(/\W/g, '_')}`;

const loadOnce = async (release: ServerRelease): Promise<RemoteModule> => {
  if (registered.size === 0) registerDiskEntries();
  const name = releaseName(release);
  registerRemotes([{ name, entry: release.entry, type: 'commonjs-module' }]);
  const loaded: unknown = await loadRemote<unknown>(`${name}/remote`);
  const module = typeof loaded === 'object' && loaded !== null && 'remote' in loaded ? loaded.remote : undefined;
  if (!isRemoteModule(module))
    throw new Error(`${release.remote} ${release.version} is not a remote this host understands`);
  return module;
};

/** The module of a release, loaded once per process. */
export const loadServerRemote = (release: ServerRelease): Promise<RemoteModule> => {
  const name = releaseName(release);
  const present = registered.get(name);
  if (present) return present;
  const promise = loadOnce(release);
  registered.set(name, promise);
  promise.catch(() => registered.delete(name));
  return promise;
};

/** How many releases this process has loaded: code cannot be unloaded, so a renderer is replaced after many. */
export const loadedReleaseCount = (): number => registered.size;
