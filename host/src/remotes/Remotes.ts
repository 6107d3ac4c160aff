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
  /** Releases of the remotes that are mounted. */
  readonly mounted: ReadonlyMap<RemoteId, string>;
  /** Which remote owns a path; undefined for a path nobody owns. */
  ofPath(pathname: string): RemoteId | undefined;
  /** What the shopper reads while the path's remote is away. */
  missingTitle(pathname: string): string;
}

export const createRemotes = (composition: Composition, loader: RemoteLoader, store: ShopStore): Remotes => {
  const mounted = new Map<RemoteId, string>();
  const ofPath = (pathname: string): RemoteId | undefined => remoteOfPath(composition, pathname);
  return {
    composition,
    mounted,
    ofPath,
    async mount(remote) {
      const { module, version } = await loader.load(remote);
      store.injectSlices(module.slices, remote);
      mounted.set(remote, version);
      return module;
    },
    missingTitle(pathname) {
      const remote = ofPath(pathname);
      return (remote && composition[remote]?.missingTitle) ?? UNKNOWN_TITLE;
    },
  };
};

/** Absent on the server, where nothing is loaded after the page. */
export const RemotesContext = createContext<Remotes | null>(null);
