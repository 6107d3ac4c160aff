import type { AppContext } from '../../AppContext';
import type { PaymentProvider } from './PaymentProvider';
import { createSandboxProvider } from './sandboxProvider';
import { createStripeProvider } from './stripeProvider';

/** Creates the provider named by PAYMENT_PROVIDER; undefined for `none`. */
export const createPaymentProvider = ({
  config: {
    payments: { provider, webhookSecret, stripe },
  },
  clock,
}: Pick<AppContext, 'config' | 'clock'>): PaymentProvider | undefined => {
  if (stripe) return createStripeProvider({ stripe, clock });
  return provider === 'sandbox' ? createSandboxProvider({ secret: webhookSecret, clock }) : undefined;
};
