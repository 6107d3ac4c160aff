import { REMOTE_CONTRACT_VERSION, type RemoteModule } from '@shop/shared/remote';
import { accountRoutes } from './features/account/accountRoutes';
import { accountSlice } from './features/account/accountSlice';
import { addressesRoutes } from './features/addresses/addressesRoutes';
import { buyAgainRoutes } from './features/buy-again/buyAgainRoutes';
import { buyAgainSlice } from './features/buy-again/buyAgainSlice';
import { dashboardRoutes } from './features/dashboard/dashboardRoutes';
import { dashboardSlice } from './features/dashboard/dashboardSlice';
import { loginRoutes } from './features/login/loginRoutes';
import { ordersRoutes } from './features/orders/ordersRoutes';
import { ordersSlice } from './features/orders/ordersSlice';
import { registerRoutes } from './features/register/registerRoutes';
import { resetPasswordRoutes } from './features/reset-password/resetPasswordRoutes';
import { verifyCodeRoutes } from './features/verify-code/verifyCodeRoutes';
import { wishlistRoutes } from './features/wishlist/wishlistRoutes';
import { signInOptionsSlice } from './parts/signInOptionsSlice';

export const remote: RemoteModule = {
  contract: REMOTE_CONTRACT_VERSION,
  routes: [
    ...loginRoutes,
    ...registerRoutes,
    ...verifyCodeRoutes,
    ...resetPasswordRoutes,
    ...accountRoutes,
    ...dashboardRoutes,
    ...ordersRoutes,
    ...buyAgainRoutes,
    ...addressesRoutes,
    ...wishlistRoutes,
  ],
  slices: [signInOptionsSlice, accountSlice, dashboardSlice, ordersSlice, buyAgainSlice],
  widgets: {},
};
