import { REMOTE_CONTRACT_VERSION, type RemoteModule } from '@shop/shared/remote';
import { blogRoutes } from './features/blog/blogRoutes';
import { postsSlice } from './features/blog/postsSlice';
import { contactRoutes } from './features/contact/contactRoutes';
import { contentRoutes } from './features/content/contentRoutes';
import { deliveryRoutes } from './features/delivery/deliveryRoutes';
import { brandsSlice } from './features/home/brandsSlice';
import { homeRoutes } from './features/home/homeRoutes';
import { topProductsSlice } from './features/home/topProductsSlice';
import { trendingSlice } from './features/home/trendingSlice';
import { deliverySlice } from './parts/deliverySlice';
import { publishedSlice } from './parts/publishedSlice';

export const remote: RemoteModule = {
  contract: REMOTE_CONTRACT_VERSION,
  routes: [...homeRoutes, ...blogRoutes, ...contactRoutes, ...contentRoutes, ...deliveryRoutes],
  slices: [topProductsSlice, brandsSlice, trendingSlice, deliverySlice, postsSlice, publishedSlice],
  widgets: {},
};
