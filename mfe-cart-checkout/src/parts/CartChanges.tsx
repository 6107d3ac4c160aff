import { Button } from '@shop/shared/design-system/Button';
import { Note } from '@shop/shared/design-system/Note';
import {
  cartChangesSeen,
  selectCart,
  useAppDispatch,
  useAppSelector,
  useFormatPrice,
  type CartChange,
} from '@shop/shared/state';
import styles from './CartChanges.module.css';

const describe = (change: CartChange, money: (dollars: number) => string): string => {
  switch (change.kind) {
    case 'gone':
      return `${change.name} is sold out and was taken out of your cart.`;
    case 'stock':
      return `Only ${change.quantity} of ${change.name} in stock: your cart has all of them.`;
    case 'price':
      return `${change.name} now costs ${money(change.to)} instead of ${money(change.from)}.`;
    case 'coupon':
      return `Coupon ${change.code} cannot be used for this cart any more and was taken off.`;
  }
};

/**
 * Lists what the server changed in the cart. The live region is always rendered, so that screen readers announce new
 * text.
 */
export function CartChanges() {
  const { changes } = useAppSelector(selectCart);
  const money = useFormatPrice();
  const dispatch = useAppDispatch();
  return (
    <div role="status" className={styles.region}>
      {changes.length > 0 && (
        <Note tone="warn">
          <ul className={styles.changes}>
            {changes.map((change) => (
              <li key={describe(change, money)}>{describe(change, money)}</li>
            ))}
          </ul>
          <Button variant="quiet" size="sm" onClick={() => dispatch(cartChangesSeen())}>
            Got it
          </Button>
        </Note>
      )}
    </div>
  );
}
