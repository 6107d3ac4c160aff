import { REMOTE_CONTRACT_VERSION, type RemoteModule } from '@shop/shared/remote';
import { wishlistRoutes } from './features/wishlist/wishlistRoutes';

export const remote: RemoteModule = {
  contract: REMOTE_CONTRACT_VERSION,
  routes: wishlistRoutes,
  slices: [],
  widgets: {},
};
