import { fetchNextDelivery } from '../../parts/fetchNextDelivery';
import type { StorefrontPages } from '../StorefrontPages';
import { OrganicHome } from './OrganicHome';

export const organicPages: StorefrontPages = {
  Home: OrganicHome,
  loadHome: (store) => [store.dispatch(fetchNextDelivery())],
  homeTitle: 'Organic food from growers we know',
  blogLead: 'Notes from fields, ovens and our own kitchen.',
  loadTexts: () => import(/* webpackChunkName: "content" */ './texts'),
};
