import type { Command } from 'commander';
import { reconcilePayments } from '../src/modules/payments/reconcilePayments';
import { sendDueRefunds } from '../src/modules/payments/sendDueRefunds';
import type { CommandLine } from './CommandLine';
import { OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';

/** `payments reconcile`: asks the provider about open payments and unconfirmed refunds, and sends what is due. */
export const reconcile = async (context: OperatorContext): Promise<void> => {
  const { provider, print } = context;
  if (!provider) throw new OperatorError('refused', 'There is no online payment provider: PAYMENT_PROVIDER is none.');
  const { asked, failed } = await reconcilePayments(context, provider, { patienceMs: 0 });
  print(
    `Asked ${provider.name} about ${asked} ${asked === 1 ? 'payment' : 'payments'}${failed > 0 ? `; ${failed} were not answered` : ''}.`,
  );
  const outcomes = await sendDueRefunds(context);
  for (const { refund, state, detail } of outcomes)
    print(
      `Refund of ${(refund.amountCents / 100).toFixed(2)} ${refund.currency} for ${refund.orderNumber}: ${state} (${detail}).`,
    );
  if (failed > 0) throw new OperatorError('failed', 'Not all payments were answered: try again later.');
};

/** Commands for payments, whatever their orders. */
export const addPaymentCommands = (program: Command, { withDatabase }: CommandLine): void => {
  program
    .command('payments')
    .description('ask the payment provider what became of payments and refunds')
    .command('reconcile')
    .description('ask about open payments and unconfirmed refunds now, and send refunds that are due')
    .action(() => withDatabase(reconcile));
};
