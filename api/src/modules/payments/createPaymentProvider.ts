import type { AppContext } from '../../AppContext';
import type { PaymentProvider } from './PaymentProvider';
import { createSandboxProvider } from './sandboxProvider';

/** Creates the provider named by PAYMENT_PROVIDER; undefined for `none`. */
export const createPaymentProvider = ({
  config,
  clock,
}: Pick<AppContext, 'config' | 'clock'>): PaymentProvider | undefined =>
  config.payments.provider === 'sandbox'
    ? createSandboxProvider({ secret: config.payments.webhookSecret, clock })
    : undefined;
