import { Package } from 'lucide-react';
import { ButtonLink } from '@shop/shared/design-system/Button';
import { EmptyState } from '@shop/shared/design-system/EmptyState';
import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { Pagination } from '@shop/shared/design-system/Pagination';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { paths } from '@shop/shared/navigation';
import { selectProfile, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { AccountLayout } from '../../parts/AccountLayout';
import { OrderCard } from '../../parts/OrderCard';
import styles from './OrdersPage.module.css';
import { fetchOrders, selectOrders } from './ordersSlice';

export function OrdersPage() {
  const { orders } = useAppSelector(selectProfile);
  const { page, pageCount, loading, error } = useAppSelector(selectOrders);
  const dispatch = useAppDispatch();

  return (
    <AccountLayout title="Orders">
      {error !== null ? (
        <ErrorPanel
          title={`Your orders cannot be shown right now: ${error}`}
          onRetry={() => void dispatch(fetchOrders(page))}
        />
      ) : loading ? (
        <div className={styles.list} aria-busy="true">
          <Skeleton shape="rows" />
        </div>
      ) : orders.length === 0 ? (
        <EmptyState icon={Package} title="No orders yet" text="Your orders will appear here.">
          <ButtonLink to={paths.products}>See all products</ButtonLink>
        </EmptyState>
      ) : (
        <div className={styles.list}>
          {orders.map((order) => (
            <OrderCard key={order.number} order={order} />
          ))}
          <Pagination
            page={page}
            pageCount={pageCount}
            label="Pages of orders"
            buildHref={(number) => (number === 1 ? paths.orders : `${paths.orders}?page=${number}`)}
          />
        </div>
      )}
    </AccountLayout>
  );
}
