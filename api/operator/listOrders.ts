import { findAllOrders, type OrderFilter } from '../src/modules/orders/orderListRepository';
import type { OperatorContext } from './OperatorContext';
import { printPage } from './printPage';

const formatMinute = (instant: string): string => instant.slice(0, 16).replace('T', ' ');

/** `orders list`: prints all orders, newest first, as a table or as JSON. */
export const listOrders = async (
  { database, print }: OperatorContext,
  filter: OrderFilter,
  { json }: { readonly json: boolean },
): Promise<void> => {
  const { page, pageSize } = filter;
  printPage(
    { ...(await findAllOrders(database, filter)), page, pageSize },
    {
      noun: 'orders',
      json,
      headings: ['NUMBER', 'STATUS', 'PLACED', 'KEPT UNTIL', 'TOTAL', 'PIECES', 'PAID BY', 'DELIVERY', 'EMAIL'],
      toRow: (order) => [
        order.number,
        order.refund_due ? `${order.status}, refund due` : order.status,
        formatMinute(order.created_at),
        order.held_until === null ? '' : formatMinute(order.held_until),
        order.total.toFixed(2),
        String(order.pieces),
        order.payment_method,
        order.delivery ?? '',
        order.email,
      ],
    },
    print,
  );
};
