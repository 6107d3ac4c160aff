import { REMOTE_CONTRACT_VERSION, type RemoteModule } from '@shop/shared/remote';
import { categoriesRoutes } from './features/categories/categoriesRoutes';
import { listingRoutes } from './features/listing/listingRoutes';
import { listingSlice } from './features/listing/listingSlice';
import { productRoutes } from './features/product/productRoutes';
import { productSlice } from './features/product/productSlice';
import { reviewsSlice } from './features/product/reviews/reviewsSlice';
import { QuickView } from './features/quick-view/QuickView';
import { quickViewProductSlice } from './features/quick-view/quickViewSlice';
import { recentlyViewedSlice } from './parts/recentlyViewedSlice';

export const remote: RemoteModule = {
  contract: REMOTE_CONTRACT_VERSION,
  routes: [...listingRoutes, ...productRoutes, ...categoriesRoutes],
  slices: [listingSlice, productSlice, reviewsSlice, recentlyViewedSlice, quickViewProductSlice],
  widgets: { QuickView },
};
