import { describeQuantity } from '@shop/contracts/describeMeasure';
import { Button } from '@shop/shared/design-system/Button';
import { Note } from '@shop/shared/design-system/Note';
import {
  cartChangesSeen,
  cartItemAdded,
  selectCart,
  useAppDispatch,
  useAppSelector,
  useFormatPrice,
  type CartChange,
} from '@shop/shared/state';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import styles from './CartChanges.module.css';

const describe = (change: CartChange, money: (dollars: number) => string): string => {
  switch (change.kind) {
    case 'removed':
      return `${change.item.name} was removed from your cart.`;
    case 'gone':
      return `${change.name} is no longer available and was removed from your cart.`;
    case 'stock':
      return `Only ${describeQuantity(change.quantity, change.measure)} of ${change.name} in stock: your cart has all of them.`;
    case 'price':
      return `${change.name} now costs ${money(change.to)} instead of ${money(change.from)}.`;
    case 'coupon':
      return change.reason === undefined
        ? `Coupon ${change.code} no longer applies to this cart and was removed.`
        : `Coupon ${change.code} was removed. ${change.reason}`;
  }
};

/**
 * Lists what the server changed in the cart, and the line that was removed last, which can be undone. The live region
 * is always rendered, so that screen readers announce new text.
 */
export function CartChanges() {
  const { changes } = useAppSelector(selectCart);
  const money = useFormatPrice();
  const dispatch = useAppDispatch();
  const region = useRef<HTMLDivElement>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const removed = changes.find((change) => change.kind === 'removed')?.item;

  // The button that removed the line, and had the focus, is gone with it.
  useEffect(() => {
    if (removed && document.activeElement === document.body) undo.current?.focus({ preventScroll: true });
  }, [removed]);
  const putBack = (): void => {
    if (!removed) return;
    flushSync(() => dispatch(cartItemAdded(removed)));
    // The checkout lists lines without buttons.
    const button = `[aria-label="Remove ${CSS.escape(removed.name)}"]`;
    (region.current?.parentElement?.querySelector<HTMLElement>(button) ?? region.current)?.focus({
      preventScroll: true,
    });
  };

  return (
    <div role="status" className={styles.region} ref={region} tabIndex={-1}>
      {changes.length > 0 && (
        <Note tone={removed ? 'info' : 'warn'}>
          <ul className={styles.changes}>
            {changes.map((change) => (
              <li key={describe(change, money)}>{describe(change, money)}</li>
            ))}
          </ul>
          {removed && (
            <Button variant="quiet" size="sm" ref={undo} onClick={putBack}>
              Undo
            </Button>
          )}
          <Button variant="quiet" size="sm" onClick={() => dispatch(cartChangesSeen())}>
            Got it
          </Button>
        </Note>
      )}
    </div>
  );
}
