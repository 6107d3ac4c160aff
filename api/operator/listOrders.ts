import { findAllOrders, type OrderFilter } from '../src/modules/orders/ordersRepository';
import type { OperatorContext } from './OperatorContext';
import { formatJson, printTable } from './printTable';

/** `orders list`: prints all orders, newest first, as a table or as JSON. */
export const listOrders = async (
  { database, print }: OperatorContext,
  filter: OrderFilter,
  { json }: { readonly json: boolean },
): Promise<void> => {
  const { items, total } = await findAllOrders(database, filter);
  const { page, pageSize } = filter;
  if (json) return print(formatJson({ items, total, page, pageSize }));
  if (items.length === 0)
    return print(
      total === 0 ? 'No orders.' : `There is no page ${page}: ${total} orders make ${Math.ceil(total / pageSize)}.`,
    );
  printTable(
    ['NUMBER', 'STATUS', 'PLACED', 'TOTAL', 'PIECES', 'PAID BY', 'EMAIL'],
    items.map((order) => [
      order.number,
      order.refund_due ? `${order.status}, refund due` : order.status,
      order.created_at.slice(0, 16).replace('T', ' '),
      order.total.toFixed(2),
      String(order.pieces),
      order.payment_method,
      order.email,
    ]),
    print,
  );
  const first = (page - 1) * pageSize + 1;
  print(
    `${first} to ${first + items.length - 1} of ${total}${total > first + items.length - 1 ? `; --page ${page + 1} shows more` : ''}`,
  );
};
