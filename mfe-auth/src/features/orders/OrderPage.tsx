import { SearchX } from 'lucide-react';
import { ButtonLink } from '@shop/shared/design-system/Button';
import { EmptyState } from '@shop/shared/design-system/EmptyState';
import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { PageSkeleton } from '@shop/shared/design-system/Skeleton';
import { paths } from '@shop/shared/navigation';
import { useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useParams } from 'react-router-dom';
import { AccountLayout } from '../../parts/AccountLayout';
import { OrderStatusBadge } from '../../parts/OrderStatusBadge';
import { OrderDetails } from './OrderDetails';
import { fetchOrder, selectOrders } from './ordersSlice';

export function OrderPage() {
  const { number = '' } = useParams();
  const { order, orderError, notFound } = useAppSelector(selectOrders);
  const dispatch = useAppDispatch();

  return (
    <AccountLayout
      title={`Order ${number}`}
      parent={{ label: 'Orders', href: paths.orders }}
      action={order?.number === number && <OrderStatusBadge status={order.status} />}
    >
      {notFound ? (
        <EmptyState
          icon={SearchX}
          title="Order not found"
          text="It may belong to another account, or it was placed without one."
        >
          <ButtonLink to={paths.orders}>Your orders</ButtonLink>
        </EmptyState>
      ) : orderError !== null ? (
        <ErrorPanel
          title={`Your order cannot be shown right now: ${orderError}`}
          onRetry={() => void dispatch(fetchOrder(number))}
        />
      ) : order?.number === number ? (
        <OrderDetails order={order} />
      ) : (
        <PageSkeleton shape="rows" />
      )}
    </AccountLayout>
  );
}
