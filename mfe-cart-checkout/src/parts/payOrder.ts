import { createCallThunk } from '@shop/shared/state';
import { leaveShop } from './leaveShop';

/** Starts a payment for an unpaid order and navigates to the provider's page. */
export const payOrder = createCallThunk(
  'payment/opened',
  (number: string, { extra }) => extra.checkout.startPayment(number),
  {
    onSuccess(url) {
      leaveShop(url);
      return url;
    },
  },
);
