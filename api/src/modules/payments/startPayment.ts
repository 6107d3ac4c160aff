import { randomUUID } from 'node:crypto';
import { describeQuantity } from '@shop/contracts';
import { describeError } from '@shop/server-kit/observability/describeError';
import type { FastifyBaseLogger } from 'fastify';
import type { AppContext } from '../../AppContext';
import { ShopError } from '../../http/ShopError';
import { findOrder, lockOrder, type OrderOwner } from '../orders/ordersRepository';
import type { PaymentProvider } from './PaymentProvider';
import { findPageId } from './findPageId';
import { findOpenPayment, insertPayment, recordPage } from './paymentsRepository';

/**
 * Starts the payment of a pending order and returns the URL of the payment page.
 * @throws {ShopError} ORDER_NOT_FOUND, ORDER_NOT_PAYABLE, PAYMENT_UNAVAILABLE.
 */
export const startPayment = async (
  { database, clock, config, metrics }: AppContext,
  provider: PaymentProvider | undefined,
  number: string,
  owner: OrderOwner,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<string> => {
  const order = await findOrder(database, number, owner);
  if (!order) throw new ShopError('ORDER_NOT_FOUND');
  if (!order.payable) throw new ShopError('ORDER_NOT_PAYABLE');
  if (!provider) throw new ShopError('PAYMENT_UNAVAILABLE');
  const amountCents = Math.round(order.total * 100);
  // Concurrent clicks share one payment. It is committed before the provider is called, so that its message finds it.
  const { paymentId, pageId, expiresAt } = await database.transaction(async (connection) => {
    const locked = await lockOrder(connection, number);
    if (locked?.status !== 'pending-payment') throw new ShopError('ORDER_NOT_PAYABLE');
    const { heldUntil } = locked;
    const openPayment = await findOpenPayment(connection, number);
    if (openPayment)
      return { paymentId: openPayment.id, pageId: await findPageId(connection, openPayment.id), expiresAt: heldUntil };
    const id = randomUUID();
    await insertPayment(connection, { id, orderNumber: number, amountCents }, provider.name, clock.now());
    return { paymentId: id, pageId: null, expiresAt: heldUntil };
  });
  const returnUrl = new URL(`/checkout/order-received/${encodeURIComponent(number)}`, config.publicUrl).href;
  try {
    const page = await provider.start({
      paymentId,
      pageId,
      orderNumber: number,
      amountCents,
      currency: 'USD',
      returnUrl,
      lines: order.lines.map(({ name, quantity, measure, line_total: total }) => ({
        text: `${describeQuantity(quantity, measure)}${measure?.stepGrams ? '' : ' ×'} ${name}`,
        totalCents: Math.round(total * 100),
      })),
      expiresAt,
    });
    // Before the customer learns the address: a page that is not known was never seen.
    if (page.pageId !== null && page.pageId !== pageId) await recordPage(database, paymentId, page.pageId);
    metrics.payments.inc({ outcome: 'started' });
    return page.url;
  } catch (error) {
    log.warn({ err: describeError(error) }, 'the payment provider opened no page');
    metrics.payments.inc({ outcome: 'unavailable' });
    throw new ShopError('PAYMENT_UNAVAILABLE');
  }
};
