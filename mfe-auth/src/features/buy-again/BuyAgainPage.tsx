import { Package } from 'lucide-react';
import type { PricedLine } from '@shop/contracts';
import { Button, ButtonLink } from '@shop/shared/design-system/Button';
import { EmptyState } from '@shop/shared/design-system/EmptyState';
import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { paths } from '@shop/shared/navigation';
import { addToCart, notify, toCartItem, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { AccountLayout } from '../../parts/AccountLayout';
import { BoughtProductRow } from './BoughtProductRow';
import styles from './BuyAgainPage.module.css';
import { fetchBoughtProducts, selectBuyAgain } from './buyAgainSlice';

/** What the customer has ordered, most often bought first. */
export function BuyAgainPage() {
  const { products, loading, error } = useAppSelector(selectBuyAgain);
  const dispatch = useAppDispatch();
  const lines = products.flatMap(({ line }): PricedLine[] => (line ? [line] : []));

  const addAll = (): void => {
    const added = lines.filter((line) => dispatch(addToCart(toCartItem(line), null))).length;
    if (added > 0)
      dispatch(
        notify(`${added} ${added === 1 ? 'product' : 'products'} added to your cart`, 'status', {
          label: 'View cart',
          href: paths.cart,
        }),
      );
  };

  return (
    <AccountLayout
      title="Buy again"
      action={
        lines.length > 1 && (
          <Button size="md" onClick={addAll}>
            Add all
          </Button>
        )
      }
    >
      {error !== null ? (
        <ErrorPanel
          title={`What you have bought cannot be shown right now: ${error}`}
          retrying={loading}
          onRetry={() => void dispatch(fetchBoughtProducts())}
        />
      ) : products.length === 0 && !loading ? (
        <EmptyState icon={Package} title="No past purchases" text="What you order will appear here.">
          <ButtonLink to={paths.products}>See all products</ButtonLink>
        </EmptyState>
      ) : (
        <ul className={styles.products} aria-busy={loading}>
          {products.map((product) => (
            <BoughtProductRow key={product.product_id} product={product} />
          ))}
        </ul>
      )}
    </AccountLayout>
  );
}
