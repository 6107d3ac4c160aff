import { describeQuantity, shipStaffOrder, type StaffOrder } from '@shop/contracts';
import { use, useId, useState } from 'react';
import { ToastContext } from '../../frame/Toasts';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Field } from '../../parts/Field';
import { useCall } from '../../useApi';
import { countLines } from './describePieces';
import { KNOWN_CARRIERS } from '@shop/contracts/getTrackingLink';
import { getLineName, LinePicture } from './Line';
import { Refusal } from './Refusal';
import { Stepper } from './Stepper';
import type { Settle } from './useOrder';
import styles from './dialogs.module.css';

interface SendDialogProps {
  readonly order: StaffOrder;
  readonly settle: Settle;
  readonly onClose: () => void;
}

/** Sends what is left, or some of it. If somebody was faster, it says so, and what is typed stays. */
export function SendDialog({ order: { order, lines, shipments }, settle, onClose }: SendDialogProps) {
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({});
  const [carrier, setCarrier] = useState('');
  const [tracking, setTracking] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const call = useCall();
  const toast = use(ToastContext);
  const carriers = useId();

  const left = lines.flatMap((line, position) => (line.to_send > 0 ? [{ line, position }] : []));
  const pieces = left
    .map(({ line, position }) => ({
      position,
      quantity: Math.min(chosen[position] ?? line.to_send, line.to_send),
    }))
    .filter(({ quantity }) => quantity > 0);
  const isWhole =
    shipments.length === 0 &&
    pieces.length === lines.length &&
    pieces.every(({ position, quantity }) => quantity === lines[position]?.quantity);
  const what = isWhole ? 'order' : countLines(pieces.length);

  const send = async (): Promise<void> => {
    if (pieces.length === 0) return setError('Choose a piece to send.');
    setBusy(true);
    setError(undefined);
    const body = { lines: pieces, carrier: carrier.trim(), tracking: tracking.trim(), seen: shipments.length };
    const failure = settle(await call(shipStaffOrder, { params: { number: order.number }, body }));
    setBusy(false);
    if (failure) return setError(failure.message);
    toast({ text: isWhole ? `Order ${order.number} sent` : `${what} of ${order.number} sent` });
    onClose();
  };

  return (
    <Dialog
      wide
      title={`Send order ${order.number}`}
      onClose={onClose}
      onSubmit={() => void send()}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" busy={busy && 'Sending'}>
            Send {what}
          </Button>
        </>
      }
    >
      <ul className={styles.lines}>
        {left.map(({ line, position }) => (
          <li key={position}>
            <LinePicture image={line.image} />
            <span className={styles.name}>
              <b>{getLineName(line)}</b>
              <code>{line.sku}</code>
            </span>
            <Stepper
              label={line.name}
              value={Math.min(chosen[position] ?? line.to_send, line.to_send)}
              max={line.to_send}
              describe={(count) => describeQuantity(count, line.measure)}
              onChange={(quantity) => setChosen({ ...chosen, [position]: quantity })}
            />
          </li>
        ))}
      </ul>
      <div className={styles.pair}>
        <Field
          label="Carrier, optional"
          list={carriers}
          maxLength={40}
          autoComplete="off"
          value={carrier}
          onChange={(event) => setCarrier(event.target.value)}
        />
        <datalist id={carriers}>
          {KNOWN_CARRIERS.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Field
          label="Tracking number, optional"
          maxLength={80}
          autoComplete="off"
          spellCheck={false}
          value={tracking}
          onChange={(event) => setTracking(event.target.value)}
        />
      </div>
      <p className={styles.hint}>{order.billing.email} gets the “shipped” mail with the tracking number.</p>
      <Refusal text={error} />
    </Dialog>
  );
}
