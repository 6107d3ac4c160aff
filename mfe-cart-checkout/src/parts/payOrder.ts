import { createCallThunk } from '@shop/shared/state';
import { leaveShop } from './leaveShop';

/** Starts a payment for an unpaid order and navigates to the provider's page. */
export const payOrder = createCallThunk(
  'payment/opened',
  async (number: string, { extra }) => {
    const { startPayment } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/payments');
    return extra.api.request(startPayment, { params: { number } });
  },
  {
    onSuccess({ url }) {
      leaveShop(url);
      return url;
    },
  },
);
