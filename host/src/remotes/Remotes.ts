import type { RemoteLoader } from '@shop/federation/browser';
import { remoteOfPath, type Composition } from '@shop/federation/composition';
import type { RemoteId } from '@shop/federation/remotes';
import type { RemoteModule } from '@shop/shared/remote';
import type { ShopStore } from '@shop/shared/state';
import { createContext } from 'react';

const UNKNOWN_TITLE = 'This page is not loading';

/** The remotes of this page, by the composition it started with. */
export interface Remotes {
  readonly composition: Composition;
  /** Loads a remote and hands its slices to the store, before anything of it is shown. */
  mount(remote: RemoteId): Promise<RemoteModule>;
  /**
   * Puts the release before in place of one that broke after it was mounted; answers whether it did. `onStandIn`
   * follows before anything of it is shown.
   */
  mountStandIn(remote: RemoteId): Promise<boolean>;
  /** Releases of the remotes that are mounted. */
  readonly mounted: ReadonlyMap<RemoteId, string>;
  /** Which remote owns a path; undefined for a path nobody owns. */
  findByPath(pathname: string): RemoteId | undefined;
  /** What the shopper reads while the path's remote is away. */
  getMissingTitle(pathname: string): string;
}

interface RemotesOptions {
  /** Another release of a remote is mounted than before: its routes are those of this module from now on. */
  readonly onStandIn: (remote: RemoteId, module: RemoteModule) => void;
}

export const createRemotes = (
  composition: Composition,
  loader: RemoteLoader,
  store: ShopStore,
  { onStandIn }: RemotesOptions,
): Remotes => {
  const mounted = new Map<RemoteId, string>();
  const findByPath = (pathname: string): RemoteId | undefined => remoteOfPath(composition, pathname);
  return {
    composition,
    mounted,
    findByPath,
    async mount(remote) {
      const { module, version } = await loader.load(remote);
      store.injectSlices(module.slices, remote);
      mounted.set(remote, version);
      return module;
    },
    async mountStandIn(remote) {
      const loaded = await loader.loadPrevious(remote);
      if (!loaded) return false;
      store.replaceSlices(loaded.module.slices, remote);
      mounted.set(remote, loaded.version);
      onStandIn(remote, loaded.module);
      return true;
    },
    getMissingTitle(pathname) {
      const remote = findByPath(pathname);
      return (remote && composition[remote]?.missingTitle) ?? UNKNOWN_TITLE;
    },
  };
};

/** Absent on the server, where nothing is loaded after the page. */
export const RemotesContext = createContext<Remotes | null>(null);
