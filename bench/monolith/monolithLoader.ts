import type { RemoteLoader } from '@shop/runtime/browser';
import type { Composition } from '@shop/runtime/composition';
import { modules } from 'all-remotes';

/** Replaces federation/runtime/browser in the monolith twin, where every remote is in one bundle. */
export const createRemoteLoader = (composition: Composition): RemoteLoader => ({
  load: (remote) => {
    const module = modules[remote];
    return module
      ? Promise.resolve({ module, version: composition[remote]?.version ?? '' })
      : Promise.reject(new Error(`There is no ${remote}`));
  },
  loadPrevious: () => Promise.resolve(undefined),
});
