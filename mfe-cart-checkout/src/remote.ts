import { REMOTE_CONTRACT_VERSION, type RemoteModule } from '@shop/shared/remote';
import { cartRoutes } from './features/cart/cartRoutes';
import { CartDrawer } from './features/cart-drawer/CartDrawer';
import { checkoutRoutes } from './features/checkout/checkoutRoutes';
import { checkoutSlice } from './features/checkout/checkoutSlice';
import { orderReceivedRoutes } from './features/order-received/orderReceivedRoutes';
import { orderReceivedSlice } from './features/order-received/orderReceivedSlice';
import { foodSlice } from './parts/foodSlice';

export const remote: RemoteModule = {
  contract: REMOTE_CONTRACT_VERSION,
  routes: [...cartRoutes, ...checkoutRoutes, ...orderReceivedRoutes],
  slices: [checkoutSlice, foodSlice, orderReceivedSlice],
  widgets: { CartDrawer },
};
