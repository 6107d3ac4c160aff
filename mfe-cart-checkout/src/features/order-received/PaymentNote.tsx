import { Info, Landmark } from 'lucide-react';
import type { Order } from '@shop/contracts';
import { Button } from '@shop/shared/design-system/Button';
import { Note } from '@shop/shared/design-system/Note';
import { notify, useAppDispatch } from '@shop/shared/state';
import { useState } from 'react';
import { payOrder } from '../../parts/payOrder';
import styles from './OrderReceipt.module.css';

/** Payment instructions, or a note that the order is paid. */
export function PaymentNote({
  order: {
    number,
    status,
    payable,
    payment_declined: isDeclined = false,
    payment_method: method,
    payment_instructions: instructions,
  },
}: {
  readonly order: Order;
}) {
  const dispatch = useAppDispatch();
  const [opening, setOpening] = useState(false);
  const pay = async (): Promise<void> => {
    setOpening(true);
    const opened = await dispatch(payOrder(number));
    setOpening(false);
    if (payOrder.rejected.match(opened)) dispatch(notify(opened.payload ?? 'Failed to open the payment page', 'alert'));
  };

  if (status === 'canceled') return <Note tone="warn">Nothing will be sent.</Note>;
  if (payable) {
    return (
      <Note tone={isDeclined ? 'error' : 'warn'}>
        {!isDeclined && <p className={styles.noteTitle}>We are waiting for your payment</p>}
        <p className={styles.instructions}>
          {isDeclined && 'Nothing was charged. '}
          {instructions}
        </p>
        <Button size="md" busyText={opening ? 'Opening' : undefined} onClick={() => void pay()}>
          {isDeclined ? 'Try again' : 'Pay now'}
        </Button>
      </Note>
    );
  }
  if (method === 'global') return <Note tone="ok">Payment received.</Note>;
  if (instructions === '') return null;
  return (
    <Note icon={method === 'bank' ? Landmark : Info}>
      {method === 'bank' && <p className={styles.noteTitle}>Finish with a bank transfer</p>}
      <p className={styles.instructions}>{instructions}</p>
    </Note>
  );
}
