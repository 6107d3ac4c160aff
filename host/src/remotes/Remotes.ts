import type { RemoteLoader } from '@shop/runtime/browser';
import { findRemoteByPath, type Composition } from '@shop/runtime/composition';
import type { RemoteId } from '@shop/runtime/remotes';
import type { RemoteModule } from '@shop/shared/remote';
import type { ShopStore } from '@shop/shared/state';
import { createContext } from 'react';
import { keepOwnRoutes } from './keepOwnRoutes';

const UNKNOWN_TITLE = 'This page is not loading';

/** The remotes of the composition that this page started with. */
export interface Remotes {
  readonly composition: Composition;
  /** Loads a remote and adds its slices to the store before it renders. */
  mount(remote: RemoteId): Promise<RemoteModule>;
  /**
   * Replaces a remote that broke after mounting by its previous release. Returns false if there is none. Calls
   * `onStandIn` before anything of it renders.
   */
  mountStandIn(remote: RemoteId): Promise<boolean>;
  /** Versions of mounted remotes, in the order in which they were mounted. */
  readonly mounted: ReadonlyMap<RemoteId, string>;
  /** Returns the remote that owns a path, or undefined. */
  findByPath(pathname: string): RemoteId | undefined;
  /** Returns the title to show while the path's remote is unavailable. */
  getMissingTitle(pathname: string): string;
  /** Returns why the path's remote has no release, on a developer's machine. */
  getRefusal(pathname: string): readonly string[];
}

interface RemotesOptions {
  /** Called when another release of a remote is mounted, with the module whose routes apply from now on. */
  readonly onStandIn: (remote: RemoteId, module: RemoteModule) => void;
}

export const createRemotes = (
  composition: Composition,
  loader: RemoteLoader,
  store: ShopStore,
  { onStandIn }: RemotesOptions,
): Remotes => {
  const mounted = new Map<RemoteId, string>();
  const recordMount = (remote: RemoteId, version: string): void => {
    mounted.delete(remote); // the latest is last
    mounted.set(remote, version);
  };
  const withOwnRoutes = (remote: RemoteId, module: RemoteModule): RemoteModule => ({
    ...module,
    routes: keepOwnRoutes(module.routes, composition[remote]?.mounts ?? []),
  });
  const findByPath = (pathname: string): RemoteId | undefined => findRemoteByPath(composition, pathname);
  return {
    composition,
    mounted,
    findByPath,
    async mount(remote) {
      const { module, version } = await loader.load(remote);
      store.injectSlices(module.slices, remote);
      recordMount(remote, version);
      return withOwnRoutes(remote, module);
    },
    async mountStandIn(remote) {
      const loaded = await loader.loadPrevious(remote);
      if (!loaded) return false;
      store.replaceSlices(loaded.module.slices, remote);
      recordMount(remote, loaded.version);
      onStandIn(remote, withOwnRoutes(remote, loaded.module));
      return true;
    },
    getMissingTitle(pathname) {
      const remote = findByPath(pathname);
      return (remote && composition[remote]?.missingTitle) ?? UNKNOWN_TITLE;
    },
    getRefusal(pathname) {
      const remote = findByPath(pathname);
      return (remote && composition[remote]?.refusedBecause) ?? [];
    },
  };
};

/** Null on the server, which loads no further remotes. */
export const RemotesContext = createContext<Remotes | null>(null);
