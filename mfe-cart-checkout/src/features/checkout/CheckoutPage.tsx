import { Check, ShoppingBag } from 'lucide-react';
import { Breadcrumb } from '@shop/shared/design-system/Breadcrumb';
import { ButtonLink } from '@shop/shared/design-system/Button';
import { EmptyState } from '@shop/shared/design-system/EmptyState';
import { Note } from '@shop/shared/design-system/Note';
import { PageHead } from '@shop/shared/design-system/PageHead';
import { PageMeta } from '@shop/shared/connected/PageMeta';
import { PageSkeleton } from '@shop/shared/design-system/Skeleton';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { selectCart, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useEffect } from 'react';
import { CartChanges } from '../../parts/CartChanges';
import { selectFood } from '../../parts/foodSlice';
import { useCheckedCart } from '../../parts/useCheckedCart';
import { CheckoutForm } from './CheckoutForm';
import { checkoutLeft, selectCheckout } from './checkoutSlice';
import { useFocusInstead } from './useFocusInstead';

export function CheckoutPage() {
  const { items, restored } = useAppSelector(selectCart);
  const { placing, error, placedNumber, fixedLines } = useAppSelector(selectCheckout);
  const dispatch = useAppDispatch();
  useCheckedCart(useAppSelector(selectFood));
  const isPlaced = placedNumber !== null && items.length === 0;
  const isEmpty = restored && items.length === 0 && !placing && fixedLines === null;

  const instead = useFocusInstead(isPlaced || (isEmpty && error !== null));

  useEffect(() => () => void dispatch(checkoutLeft()), [dispatch]);

  return (
    <Wrap>
      <PageMeta title="Checkout" noIndex />
      <Breadcrumb items={[{ label: 'Home', href: paths.home }, { label: 'Checkout' }]} />
      {!isPlaced && !isEmpty && <PageHead title="Checkout" />}
      {restored && <CartChanges />}
      {isPlaced ? (
        // The order's page may load slowly or fail: do not show the empty checkout meanwhile.
        <div ref={instead}>
          <EmptyState
            headingLevel={1}
            icon={Check}
            title="Your order is placed"
            text={`Thank you. We have received your order ${placedNumber}.`}
          >
            <ButtonLink to={paths.orderReceived(placedNumber)}>Open order {placedNumber}</ButtonLink>
          </EmptyState>
        </div>
      ) : isEmpty ? (
        <div ref={instead}>
          {error !== null && <Note tone="error">{error}</Note>}
          <EmptyState
            headingLevel={1}
            icon={ShoppingBag}
            title="Your Cart is Empty"
            text="Add something to your cart to check out."
          >
            <ButtonLink to={paths.products}>Continue Shopping</ButtonLink>
          </EmptyState>
        </div>
      ) : restored ? (
        <CheckoutForm />
      ) : (
        <PageSkeleton shape="form" />
      )}
    </Wrap>
  );
}
