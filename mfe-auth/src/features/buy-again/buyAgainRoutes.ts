import { createLazyRoute } from '@shop/shared/remote/createLazyRoute';
import { createAccountLoader } from '@shop/shared/state';
import type { RouteObject } from 'react-router-dom';
import { BUY_AGAIN_PATH } from '../../parts/buyAgainPath';
import { fetchBoughtProducts, selectBuyAgain } from './buyAgainSlice';

export const buyAgainRoutes: RouteObject[] = [
  createLazyRoute({
    id: 'account.buy-again',
    path: BUY_AGAIN_PATH.slice(1),
    chunk: 'buy-again',
    skeleton: 'rows',
    load: async () => (await import(/* webpackChunkName: "buy-again" */ './BuyAgainPage')).BuyAgainPage,
    loader: createAccountLoader(async (store) => {
      await store.dispatch(fetchBoughtProducts());
      return selectBuyAgain(store.getState()).error === null ? undefined : { status: 503 };
    }),
  }),
];
