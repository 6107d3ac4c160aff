import { REMOTE_CONTRACT_VERSION, type RemoteModule } from '@shop/shared/remote';
import { categoriesRoutes } from './features/categories/categoriesRoutes';
import { listingRoutes } from './features/listing/listingRoutes';
import { listingSlice } from './features/listing/listingSlice';
import { productRoutes } from './features/product/productRoutes';
import { productSlice } from './features/product/productSlice';

export const remote: RemoteModule = {
  contract: REMOTE_CONTRACT_VERSION,
  routes: [...listingRoutes, ...productRoutes, ...categoriesRoutes],
  slices: [listingSlice, productSlice],
  widgets: {},
};
