import { selectStorefront } from '@shop/shared/state';
import { fetchBrands } from '../../features/home/brandsSlice';
import { fetchTrending } from '../../features/home/trendingSlice';
import type { StorefrontPages } from '../StorefrontPages';
import { JewelleryHome } from './JewelleryHome';

export const jewelleryPages: StorefrontPages = {
  Home: JewelleryHome,
  loadHome: (store) => {
    const { slug } = selectStorefront(store.getState());
    return [store.dispatch(fetchBrands(slug)), store.dispatch(fetchTrending({ store: slug, page: 1 }))];
  },
  homeTitle: 'Fine jewelry and watches',
  blogLead: 'Notes on stones, metal and how to look after both.',
  loadTexts: () => import(/* webpackChunkName: "content" */ './texts'),
};
