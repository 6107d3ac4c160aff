import type { AppContext } from '../../AppContext';
import type { PaymentProvider } from './PaymentProvider';
import { createSandboxProvider } from './sandboxProvider';

/** Who takes online payments, by PAYMENT_PROVIDER; undefined where nobody does. */
export const createPaymentProvider = ({
  config,
  clock,
}: Pick<AppContext, 'config' | 'clock'>): PaymentProvider | undefined =>
  config.payments.provider === 'sandbox'
    ? createSandboxProvider({ publicUrl: config.publicUrl, secret: config.payments.webhookSecret, clock })
    : undefined;
