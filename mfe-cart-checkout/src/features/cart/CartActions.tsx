import { Button } from '@shop/shared/design-system/Button';
import { TextLink } from '@shop/shared/design-system/TextLink';
import { paths } from '@shop/shared/navigation';
import {
  cartClearUndone,
  cartCleared,
  notify,
  notifyWithUndo,
  selectCart,
  useAppDispatch,
  useAppSelector,
} from '@shop/shared/state';
import { useState } from 'react';
import { updateCart } from '../../parts/checkCart';
import styles from './CartActions.module.css';

/** Clearing can be undone while its message is shown; updating fetches current prices and stock. */
export function CartActions() {
  const { items, coupon } = useAppSelector(selectCart);
  const dispatch = useAppDispatch();
  const [updating, setUpdating] = useState(false);

  const clear = (): void => {
    dispatch(cartCleared());
    dispatch(notifyWithUndo('Your cart was cleared', cartClearUndone({ items, coupon })));
  };
  const update = async (): Promise<void> => {
    setUpdating(true);
    const updated = await dispatch(updateCart());
    setUpdating(false);
    if (updateCart.rejected.match(updated)) dispatch(notify(updated.payload ?? 'Failed to update your cart', 'alert'));
    else if (updated.payload) dispatch(notify('Your cart is up to date.'));
  };

  return (
    <div className={styles.actions}>
      <TextLink back to={paths.products}>
        Continue Shopping
      </TextLink>
      <span className={styles.buttons}>
        <Button variant="quiet" size="md" onClick={clear}>
          Clear Cart
        </Button>
        <Button
          variant="secondary"
          size="md"
          busyText={updating ? 'Updating' : undefined}
          onClick={() => void update()}
        >
          Update Cart
        </Button>
      </span>
    </div>
  );
}
