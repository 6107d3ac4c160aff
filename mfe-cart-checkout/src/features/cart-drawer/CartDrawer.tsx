import { ShoppingBag } from 'lucide-react';
import { ButtonLink } from '@shop/shared/design-system/Button';
import { Drawer } from '@shop/shared/design-system/Drawer';
import { EmptyState } from '@shop/shared/design-system/EmptyState';
import { formatMoney } from '@shop/shared/format';
import { paths } from '@shop/shared/navigation';
import type { WidgetProps } from '@shop/shared/remote';
import {
  selectCartCount,
  selectCartDiscount,
  selectCartItems,
  selectCurrency,
  useAppSelector,
} from '@shop/shared/state';
import { CartChanges } from '../../parts/CartChanges';
import { FoodFacts } from '../../parts/FoodFacts';
import { ParcelFacts } from '../../parts/ParcelFacts';
import { convertTotals } from '../../parts/shownAmounts';
import { useCheckedCart } from '../../parts/useCheckedCart';
import { useDeferredValue } from 'react';
import { DrawerLine } from './DrawerLine';
import styles from './CartDrawer.module.css';

/** product.md 6.3: the header's cart button opens it; the X or any link closes it. */
export function CartDrawer({ open, onClose }: WidgetProps['CartDrawer']) {
  const cartItems = useAppSelector(selectCartItems);
  // Renders off-screen lines later: adding to the cart must not wait for them.
  const itemsInTime = useDeferredValue(cartItems);
  const items = open ? cartItems : itemsInTime;
  const count = useAppSelector(selectCartCount);
  const currency = useAppSelector(selectCurrency);
  const { discount, total } = convertTotals(items, useAppSelector(selectCartDiscount), currency);
  useCheckedCart({ shown: open });

  const footer = items.length > 0 && (
    <>
      {discount > 0 && (
        <p className={styles.shipping}>
          <span>Discount</span>
          <span>−{formatMoney(discount, currency.code)}</span>
        </p>
      )}
      <p className={styles.total}>
        <span>{discount > 0 ? 'Total' : 'Subtotal'}</span>
        <b>{formatMoney(total, currency.code)}</b>
      </p>
      <p className={styles.shipping}>
        <span>Shipping</span>
        <span>Free</span>
      </p>
      <FoodFacts onNavigate={onClose} />
      <ParcelFacts />
      <ButtonLink block to={paths.checkout} onClick={onClose}>
        Checkout
      </ButtonLink>
      <ButtonLink block variant="secondary" to={paths.cart} onClick={onClose}>
        View cart
      </ButtonLink>
    </>
  );

  return (
    <Drawer
      open={open}
      onClose={onClose}
      title="Your cart"
      {...(count > 0 ? { note: `(${count})` } : {})}
      keepMounted={items.length > 0}
      footer={footer}
    >
      <CartChanges />
      {items.length === 0 ? (
        <EmptyState
          icon={ShoppingBag}
          title="Your Cart is Empty"
          text="Add some products to your cart to see them here."
        >
          <ButtonLink to={paths.products} onClick={onClose}>
            Continue Shopping
          </ButtonLink>
        </EmptyState>
      ) : (
        <ul>
          {items.map((item) => (
            <DrawerLine key={item.id} item={item} onNavigate={onClose} />
          ))}
        </ul>
      )}
    </Drawer>
  );
}
