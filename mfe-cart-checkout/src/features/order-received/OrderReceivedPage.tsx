import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { PageMeta } from '@shop/shared/connected/PageMeta';
import { PageSkeleton } from '@shop/shared/design-system/Skeleton';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useParams } from 'react-router-dom';
import { GuestOrderForm } from './GuestOrderForm';
import { OrderReceipt } from './OrderReceipt';
import { fetchReceivedOrder, selectReceivedOrder } from './orderReceivedSlice';
import { useOrderLink } from './useOrderLink';

export function OrderReceivedPage() {
  const { number = '' } = useParams();
  const { order, error, notFound } = useAppSelector(selectReceivedOrder);
  const dispatch = useAppDispatch();
  useOrderLink(number, notFound || order !== null);

  return (
    <Wrap>
      <PageMeta title={order ? `Order ${order.number}` : 'Order'} noIndex />
      {notFound ? (
        <GuestOrderForm number={number} />
      ) : error !== null ? (
        <ErrorPanel
          headingLevel={1}
          title={`Your order cannot be shown right now: ${error}`}
          onRetry={() => void dispatch(fetchReceivedOrder(number))}
        />
      ) : order ? (
        <OrderReceipt order={order} />
      ) : (
        <PageSkeleton shape="rows" />
      )}
    </Wrap>
  );
}
