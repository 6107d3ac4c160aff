import { payStaffOrder, type StaffOrder } from '@shop/contracts';
import { formatMoney } from '@shop/shared/format';
import { use, useState } from 'react';
import { ToastContext } from '../../frame/Toasts';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { useCall } from '../../useApi';
import { Refusal } from './Refusal';
import type { Settle } from './useOrder';
import styles from './dialogs.module.css';

interface PaidDialogProps {
  readonly order: StaffOrder;
  readonly settle: Settle;
  readonly onClose: () => void;
}

/** Records a bank transfer. Nothing takes that back but a refund, so the sum is said before. */
export function PaidDialog({ order: { order }, settle, onClose }: PaidDialogProps) {
  const { number, total, billing } = order;
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const call = useCall();
  const toast = use(ToastContext);
  const pay = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    const failure = settle(await call(payStaffOrder, { params: { number } }));
    setBusy(false);
    if (failure) return setError(failure.message);
    toast({ text: `Order ${number} paid` });
    onClose();
  };
  return (
    <Dialog
      title={`Mark order ${number} as paid`}
      onClose={onClose}
      onSubmit={() => void pay()}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" busy={busy && 'Saving'}>
            Mark {formatMoney(total)} as paid
          </Button>
        </>
      }
    >
      <p className={styles.text}>
        The bank transfer of {formatMoney(total)} from {billing.firstName} {billing.lastName} has arrived. The order can
        be packed then, and {billing.email} gets a mail.
      </p>
      <Refusal text={error} />
    </Dialog>
  );
}
