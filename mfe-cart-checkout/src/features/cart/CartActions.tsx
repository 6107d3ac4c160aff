import { Button } from '@shop/shared/design-system/Button';
import { TextLink } from '@shop/shared/design-system/TextLink';
import { paths } from '@shop/shared/navigation';
import { cartCleared, cartRestored, notifyWithUndo, useAppDispatch, type CartItem } from '@shop/shared/state';
import styles from './CartActions.module.css';

/** Clearing can be taken back for as long as its message is shown. */
export function CartActions({ items }: { readonly items: readonly CartItem[] }) {
  const dispatch = useAppDispatch();
  const clear = (): void => {
    dispatch(cartCleared());
    dispatch(notifyWithUndo('Your cart was cleared', cartRestored(items)));
  };
  return (
    <div className={styles.actions}>
      <TextLink to={paths.products}>Continue Shopping</TextLink>
      <Button variant="quiet" size="md" onClick={clear}>
        Clear Cart
      </Button>
    </div>
  );
}
