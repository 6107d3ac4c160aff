import type { RouteObject } from 'react-router-dom';
import { CartPage } from './CartPage';

/** The cart is in the store: there is nothing to load. */
export const cartRoutes: RouteObject[] = [{ id: 'cart.page', path: 'cart', Component: CartPage }];
