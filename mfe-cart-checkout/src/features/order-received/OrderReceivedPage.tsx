import { SearchX } from 'lucide-react';
import { ButtonLink } from '@shop/shared/design-system/Button';
import { EmptyState } from '@shop/shared/design-system/EmptyState';
import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { PageMeta } from '@shop/shared/connected/PageMeta';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useParams } from 'react-router-dom';
import { OrderReceipt } from './OrderReceipt';
import { fetchReceivedOrder, selectReceivedOrder } from './orderReceivedSlice';

export function OrderReceivedPage() {
  const { number = '' } = useParams();
  const { order, error, notFound } = useAppSelector(selectReceivedOrder);
  const dispatch = useAppDispatch();

  return (
    <Wrap>
      <PageMeta title={order ? `Order ${order.number}` : 'Order'} noIndex />
      {notFound ? (
        <EmptyState
          headingLevel={1}
          icon={SearchX}
          title="Order not found"
          text="An order opens in the browser that placed it. The mail we sent you has everything that is in it."
        >
          <ButtonLink to={paths.products}>Continue Shopping</ButtonLink>
        </EmptyState>
      ) : error !== null ? (
        <ErrorPanel headingLevel={1} title={`Your order cannot be shown just now: ${error}`} onRetry={() => void dispatch(fetchReceivedOrder(number))} />
      ) : order ? (
        <OrderReceipt order={order} />
      ) : (
        <div aria-busy="true">
          <Skeleton shape="box" />
        </div>
      )}
    </Wrap>
  );
}
