import { cancelStaffOrder, type StaffOrder } from '@shop/contracts';
import { formatMoney } from '@shop/shared/format';
import { use, useState } from 'react';
import { ToastContext } from '../../frame/Toasts';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Field } from '../../parts/Field';
import { readText } from '../../parts/readText';
import { useCall } from '../../useApi';
import { Refusal } from './Refusal';
import type { Settle } from './useOrder';
import styles from './dialogs.module.css';

interface CancelDialogProps {
  readonly order: StaffOrder;
  readonly settle: Settle;
  readonly onClose: () => void;
}

/** What follows, a sentence each. */
const listConsequences = ({ order, money, payments, slot }: StaffOrder): string[] => {
  const isByHand = payments.some(({ provider, status }) => status === 'paid' && ['bank', 'cash'].includes(provider));
  const left = formatMoney(money.kept);
  return [
    money.kept === 0
      ? 'No money was received, so none goes back.'
      : isByHand
        ? `${left} is owed to the customer: give it back by hand, and record it as a refund.`
        : `${left} goes back the way it came.`,
    'All pieces go back to the stock.',
    ...(order.coupon_code === null ? [] : [`The coupon ${order.coupon_code} can be used once more.`]),
    ...(slot === null ? [] : ['Its place in the delivery slot becomes free.']),
    `${order.billing.email} gets a mail.`,
  ];
};

/** Cancels an order, and says before what follows. */
export function CancelDialog({ order: staffOrder, settle, onClose }: CancelDialogProps) {
  const { number } = staffOrder.order;
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const call = useCall();
  const toast = use(ToastContext);
  const cancel = async (reason: string): Promise<void> => {
    setBusy(true);
    setError(undefined);
    const failure = settle(await call(cancelStaffOrder, { params: { number }, body: { reason } }));
    setBusy(false);
    if (failure) return setError(failure.message);
    toast({ text: `Order ${number} canceled` });
    onClose();
  };
  return (
    <Dialog
      title={`Cancel order ${number}`}
      onClose={onClose}
      onSubmit={(form) => void cancel(readText(form, 'reason'))}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Keep the order
          </Button>
          <Button tone="danger" type="submit" busy={busy && 'Canceling'}>
            Cancel the order
          </Button>
        </>
      }
    >
      <ul className={styles.facts}>
        {listConsequences(staffOrder).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Field
        label="Reason, optional"
        name="reason"
        maxLength={200}
        autoComplete="off"
        hint="For colleagues: the customer does not see it."
      />
      <Refusal text={error} />
    </Dialog>
  );
}
