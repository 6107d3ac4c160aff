import type { Order } from '@shop/contracts';
import { Button } from '@shop/shared/design-system/Button';
import { ConfirmDialog } from '@shop/shared/design-system/ConfirmDialog';
import { notify, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { boughtAgain } from '../../parts/buyAgain';
import styles from './OrderDetails.module.css';
import { cancelOrder, selectOrders } from './ordersSlice';

/** Buy again, or cancel while the order has not shipped. */
export function OrderActions({ order, onCanceled }: { readonly order: Order; readonly onCanceled: () => void }) {
  const { number, lines, cancelable } = order;
  const { cancelling } = useAppSelector(selectOrders);
  const dispatch = useAppDispatch();
  const [buying, setBuying] = useState(false);
  const [asking, setAsking] = useState(false);

  const buyAgain = async (): Promise<void> => {
    setBuying(true);
    await dispatch(boughtAgain(lines));
    setBuying(false);
  };
  const cancel = async (): Promise<void> => {
    const answer = await dispatch(cancelOrder(number));
    // Nothing behind an open dialog can be focused.
    flushSync(() => setAsking(false));
    if (cancelOrder.fulfilled.match(answer)) onCanceled();
    else dispatch(notify(answer.payload ?? 'Failed to cancel the order', 'alert'));
  };

  return (
    <div className={styles.actions}>
      <Button size="md" busyText={buying ? 'Adding' : undefined} onClick={() => void buyAgain()}>
        Buy again
      </Button>
      {cancelable && (
        <Button variant="secondary" size="md" onClick={() => setAsking(true)}>
          Cancel order
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void cancel()}
        title={`Cancel order ${number}?`}
        confirmLabel="Cancel order"
        cancelLabel="Keep order"
        busyText={cancelling ? 'Canceling' : undefined}
      >
        This can't be undone. You can place the same order again at any time.
      </ConfirmDialog>
    </div>
  );
}
