import { prolongStaffOrder, type StaffOrder } from '@shop/contracts';
import { use, useState } from 'react';
import { ToastContext } from '../../frame/Toasts';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Field } from '../../parts/Field';
import { formatWhen } from '../../parts/formatWhen';
import { useCall } from '../../useApi';
import { Refusal } from './Refusal';
import type { Settle } from './useOrder';
import styles from './dialogs.module.css';

interface ProlongDialogProps {
  readonly order: StaffOrder;
  readonly settle: Settle;
  readonly onClose: () => void;
}

const DAY_MS = 86_400_000;
const MAX_DAYS = 90;
/** What is proposed beyond the days that it has. */
const MORE_DAYS = 7;

/** Keeps an unpaid order longer, in days since it was placed. */
export function ProlongDialog({ order: { order, held_until: heldUntil }, settle, onClose }: ProlongDialogProps) {
  const { number, created_at: placedAt } = order;
  const placed = Date.parse(placedAt);
  const held = heldUntil === null ? placed : Date.parse(heldUntil);
  const [days, setDays] = useState(String(Math.min(MAX_DAYS, Math.round((held - placed) / DAY_MS) + MORE_DAYS)));
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const call = useCall();
  const toast = use(ToastContext);

  const count = /^\d{1,2}$/.test(days.trim()) ? Number(days) : 0;
  const isValid = count >= 1 && count <= MAX_DAYS;
  const until = new Date(placed + count * DAY_MS);
  const prolong = async (): Promise<void> => {
    if (!isValid) return setError(`Enter a number of days, from 1 to ${MAX_DAYS}.`);
    setBusy(true);
    setError(undefined);
    const failure = settle(await call(prolongStaffOrder, { params: { number }, body: { days: count } }));
    setBusy(false);
    if (failure) return setError(failure.message);
    toast({ text: `Order ${number} kept until ${formatWhen(until.toISOString())}` });
    onClose();
  };
  return (
    <Dialog
      title={`Keep order ${number} longer`}
      onClose={onClose}
      onSubmit={() => void prolong()}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" busy={busy && 'Saving'}>
            Keep longer
          </Button>
        </>
      }
    >
      <p className={styles.text}>
        {heldUntil === null
          ? 'It is canceled, and its pieces are sold again, unless it is paid in time.'
          : `It is canceled, and its pieces are sold again, unless it is paid by ${formatWhen(heldUntil)}.`}{' '}
        {order.billing.email} gets a mail with the new time.
      </p>
      <Field
        label="Days since it was placed"
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        value={days}
        hint={isValid ? `Until ${formatWhen(until.toISOString())}` : `From 1 to ${MAX_DAYS}`}
        onChange={(event) => setDays(event.target.value)}
      />
      <Refusal text={error} />
    </Dialog>
  );
}
