import { REMOTE_CONTRACT_VERSION, type RemoteModule } from '@shop/shared/remote';
import { aboutRoutes } from './features/about/aboutRoutes';
import { brandsSlice } from './features/home/brandsSlice';
import { homeRoutes } from './features/home/homeRoutes';
import { topProductsSlice } from './features/home/topProductsSlice';

export const remote: RemoteModule = {
  contract: REMOTE_CONTRACT_VERSION,
  routes: [...homeRoutes, ...aboutRoutes],
  slices: [topProductsSlice, brandsSlice],
  widgets: {},
};
