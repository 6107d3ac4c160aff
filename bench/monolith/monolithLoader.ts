import type { RemoteLoader } from '@shop/federation/browser';
import type { Composition } from '@shop/federation/composition';
import { modules } from 'all-remotes';

/** Replaces federation/browser in the monolith twin, where every remote is in one bundle. */
export const createRemoteLoader = (composition: Composition): RemoteLoader => ({
  load: (remote) => {
    const module = modules[remote];
    return module
      ? Promise.resolve({ module, version: composition[remote]?.version ?? '' })
      : Promise.reject(new Error(`There is no ${remote}`));
  },
  loadPrevious: () => Promise.resolve(undefined),
});
