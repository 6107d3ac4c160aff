import type { RouteObject } from 'react-router-dom';
import { CheckoutPage } from './CheckoutPage';

export const checkoutRoutes: RouteObject[] = [{ id: 'checkout.page', path: 'checkout', Component: CheckoutPage }];
