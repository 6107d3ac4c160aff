import type { RemoteLoader } from '@shop/federation/browser';
import type { Composition } from '@shop/federation/composition';
import type { RemoteId } from '@shop/federation/remotes';
import type { RemoteModule } from '@shop/shared/remote';
import { remote as auth } from '../../mfe-auth/src/remote';
import { remote as cartCheckout } from '../../mfe-cart-checkout/src/remote';
import { remote as catalog } from '../../mfe-catalog/src/remote';
import { remote as home } from '../../mfe-home/src/remote';

const modules: Readonly<Record<RemoteId, RemoteModule>> = { 'mfe-auth': auth, 'mfe-cart-checkout': cartCheckout, 'mfe-catalog': catalog, 'mfe-home': home };

/** Stands in for federation/browser in the monolith twin: every remote is in the one bundle. */
export const createRemoteLoader = (composition: Composition): RemoteLoader => ({
  load: (remote) => {
    const module = modules[remote];
    return module ? Promise.resolve({ module, version: composition[remote]?.version ?? '' }) : Promise.reject(new Error(`There is no ${remote}`));
  },
});
