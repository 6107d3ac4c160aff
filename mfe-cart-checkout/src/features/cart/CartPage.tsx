import { Breadcrumb } from '@shop/shared/design-system/Breadcrumb';
import { PageHead } from '@shop/shared/design-system/PageHead';
import { PageMeta } from '@shop/shared/connected/PageMeta';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { selectCart, useAppSelector } from '@shop/shared/state';
import { CartChanges } from '../../parts/CartChanges';
import { selectFood } from '../../parts/foodSlice';
import { useCheckedCart } from '../../parts/useCheckedCart';
import { CartActions } from './CartActions';
import { CartTable } from './CartTable';
import { CartTotals } from './CartTotals';
import { EmptyCart } from './EmptyCart';
import styles from './CartPage.module.css';

/** The cart (product.md 6.4). Until the stored cart is restored, the page shows neither lines nor the empty state. */
export function CartPage() {
  const { items, restored } = useAppSelector(selectCart);
  useCheckedCart(useAppSelector(selectFood));
  const isEmpty = restored && items.length === 0;

  return (
    <Wrap>
      <PageMeta title="Cart" noIndex />
      <Breadcrumb
        items={[{ label: 'Home', href: paths.home }, { label: 'Shop', href: paths.products }, { label: 'Cart' }]}
      />
      {!isEmpty && <PageHead title="Cart" />}
      {restored && <CartChanges />}
      {isEmpty ? (
        <EmptyCart />
      ) : (
        <>
          {restored ? (
            <div className={styles.columns}>
              <div>
                <CartTable items={items} />
                <CartActions />
              </div>
              <CartTotals />
            </div>
          ) : (
            <div aria-busy="true">
              <Skeleton shape="rows" />
            </div>
          )}
        </>
      )}
    </Wrap>
  );
}
