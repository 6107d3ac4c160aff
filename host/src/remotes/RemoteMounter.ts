import type { RemoteId } from '@shop/federation/remotes';
import type { RemoteLoader } from '@shop/federation/browser';
import type { RemoteModule } from '@shop/shared/remote';
import type { ShopStore } from '@shop/shared/state';
import { createContext } from 'react';

/** Loads a remote and hands its slices to the store, before anything of it is shown. */
export type MountRemote = (remote: RemoteId) => Promise<RemoteModule>;

export const createRemoteMounter =
  (loader: RemoteLoader, store: ShopStore): MountRemote =>
  async (remote) => {
    const module = await loader.load(remote);
    store.injectSlices(module.slices, remote);
    return module;
  };

/** Absent on the server, where nothing is loaded after the page. */
export const MountRemoteContext = createContext<MountRemote | null>(null);
