import { ShoppingBag } from 'lucide-react';
import { Breadcrumb } from '@shop/shared/design-system/Breadcrumb';
import { ButtonLink } from '@shop/shared/design-system/Button';
import { EmptyState } from '@shop/shared/design-system/EmptyState';
import { PageHead } from '@shop/shared/design-system/PageHead';
import { PageMeta } from '@shop/shared/connected/PageMeta';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { selectCart, useAppSelector } from '@shop/shared/state';
import { CartChanges } from '../../parts/CartChanges';
import { useCheckedCart } from '../../parts/useCheckedCart';
import { CheckoutForm } from './CheckoutForm';
import { selectCheckout } from './checkoutSlice';

export function CheckoutPage() {
  const { items, restored } = useAppSelector(selectCart);
  const { placing, fixedLines } = useAppSelector(selectCheckout);
  useCheckedCart();
  const isEmpty = restored && items.length === 0 && !placing && fixedLines === null;

  return (
    <Wrap>
      <PageMeta title="Checkout" noIndex />
      <Breadcrumb items={[{ label: 'Home', href: paths.home }, { label: 'Checkout' }]} />
      {isEmpty ? (
        <EmptyState headingLevel={1} icon={ShoppingBag} title="Your Cart is Empty" text="An empty cart cannot be checked out. Add some products first.">
          <ButtonLink to={paths.products}>Continue Shopping</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <PageHead title="Checkout" />
          <CartChanges />
          {restored ? (
            <CheckoutForm />
          ) : (
            <div aria-busy="true">
              <Skeleton shape="box" />
            </div>
          )}
        </>
      )}
    </Wrap>
  );
}
