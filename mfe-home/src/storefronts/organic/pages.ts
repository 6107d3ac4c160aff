import { deliverySlotFound } from '../../features/home/deliverySlice';
import { nextDeliverySlot } from '../../features/home/nextDeliverySlot';
import type { StorefrontPages } from '../StorefrontPages';
import { OrganicHome } from './OrganicHome';

export const organicPages: StorefrontPages = {
  Home: OrganicHome,
  loadHome: (store) => [store.dispatch(deliverySlotFound(nextDeliverySlot(new Date())))],
  homeTitle: 'Organic food from growers we know',
  blogLead: 'Notes from fields, ovens and our own kitchen.',
  loadTexts: () => import(/* webpackChunkName: "content" */ './texts'),
};
