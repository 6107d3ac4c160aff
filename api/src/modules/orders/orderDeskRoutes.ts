import {
  addOrderNote,
  cancelStaffOrder,
  changeOrderAddress,
  changeShipment as changeShipmentEndpoint,
  exportStaffOrders,
  getStaffOrder,
  listStaffOrders,
  ORDER_VIEWS,
  OrderStatus,
  PaymentMethod,
  payStaffOrder,
  prolongStaffOrder,
  refundStaffOrder,
  resendOrderMail,
  shipStaffOrder,
  shipStaffOrders,
  StorefrontSlug,
  undoRefund as undoRefundEndpoint,
  type OrderView,
  type RequestOf,
  type SentOutcome,
} from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import { insertAudit } from '../../audit/auditRepository';
import type { Queryable } from '../../database/Database';
import { listValues, readChoice, refuseField } from '../../http/readChoice';
import { readDay } from '../../http/readDay';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import type { StaffSession } from '../../http/StaffSession';
import { closeCanceledPages } from '../payments/closeCanceledPages';
import type { PaymentProvider } from '../payments/PaymentProvider';
import { requireConfirmed } from '../staff/staffSessions';
import { cancelOrderInTransaction } from './cancelOrder';
import { changeAddress } from './changeAddress';
import { readForChange, type ByActor } from './changeOrder';
import { isErased } from './erasedPerson';
import { exportOrders } from './exportOrders';
import { insertOrderMail } from './insertOrderMail';
import { findDeskOrders, type OrderDeskFilter, type OrderSearch } from './orderDeskRepository';
import { writeOrderMail, writeShippedMail } from './orderMail';
import { payOrder } from './payOrder';
import { prolongOrder } from './prolongOrder';
import { readOrderNumber } from './readOrderNumber';
import { readStaffOrder } from './readStaffOrder';
import { refundOrder, undoRefund } from './refundOrder';
import { changeShipment, shipLines } from './shipLines';
import { createRefusal } from './transitions';

const ID = /^\d{1,9}$/;
const MIN_SEARCH = 2;
const MAX_EXPORTED = 10_000;

/** @throws {ShopError} INVALID_REQUEST if it is too short to find anything. */
const readSearch = (typed: string | undefined): OrderSearch | null => {
  const text = typed?.trim().toLowerCase() ?? '';
  if (text === '') return null;
  if (text.length < MIN_SEARCH) return refuseField('q', 'Enter two letters or more.');
  return { text, number: readOrderNumber(text) };
};

/** @throws {ShopError} INVALID_REQUEST with the field that is wrong. */
const readFilter = (query: RequestOf<typeof listStaffOrders>['query']): OrderDeskFilter => {
  const readId = (field: 'slot' | 'cursor', text: string | undefined): number | null => {
    if (text === undefined || text === '') return null;
    return ID.test(text)
      ? Number(text)
      : refuseField(field, field === 'cursor' ? 'This page does not exist.' : 'A number.');
  };
  return {
    view: readChoice<OrderView>('view', query.view, ORDER_VIEWS) ?? 'all',
    status: readChoice('status', query.status, listValues(OrderStatus)),
    payment: readChoice('payment', query.payment, listValues(PaymentMethod)),
    store: readChoice('store', query.store, listValues(StorefrontSlug)),
    from: readDay('from', query.from),
    until: readDay('to', query.to, 1),
    productId: query.product || null,
    slotId: readId('slot', query.slot),
    accountId: null,
    search: readSearch(query.q),
    after: readId('cursor', query.cursor),
  };
};

/** The desk of orders. Each change is one call of the rule that the terminal calls, too. */
export const orderDeskRoutes = (
  app: FastifyInstance,
  context: AppContext,
  provider: PaymentProvider | undefined,
): void => {
  const { database, clock } = context;

  const answer = async (number: string, { role }: StaffSession, message: string) => ({
    status: true as const,
    message,
    data: await readStaffOrder(context, number, role),
  });
  /** Changes an order in a transaction. */
  const change = (
    { actor }: StaffSession,
    work: (connection: Queryable, by: ByActor) => Promise<unknown>,
  ): Promise<unknown> => database.transaction((connection) => work(connection, { actor, now: clock.now() }));

  route(app, listStaffOrders, {
    summary: 'Lists orders of a view, by what they are, or by number, email address or name; fifty at a time.',
    cache: 'private',
  })(async ({ query }) => ({
    status: true,
    message: 'Orders',
    data: await findDeskOrders(database, readFilter(query), clock.now()),
  }));

  route(app, getStaffOrder, {
    summary: 'Returns an order with its lines, shipments, payments, refunds and timeline.',
    cache: 'private',
  })(({ params }, { staff }) => answer(params.number, staff, 'Order'));

  route(app, payStaffOrder, { summary: 'Records that the bank transfer of an order has arrived.', cache: 'private' })(
    async ({ params: { number } }, { staff }) => {
      await change(staff, (connection, by) => payOrder(context, connection, number, by));
      return answer(number, staff, 'Paid.');
    },
  );

  route(app, prolongStaffOrder, { summary: 'Keeps an unpaid order for longer.', cache: 'private' })(
    async ({ params: { number }, body: { days } }, { staff }) => {
      await change(staff, (connection, by) => prolongOrder(context, connection, number, { ...by, days }));
      return answer(number, staff, 'Kept longer.');
    },
  );

  route(app, cancelStaffOrder, {
    summary: 'Cancels an order of which nothing was sent. It needs a confirmation if money goes back.',
    cache: 'private',
  })(async ({ params: { number }, body: { reason } }, { staff, reply }) => {
    if ((await readStaffOrder(context, number, staff.role)).money.kept > 0) requireConfirmed(context, staff);
    await change(staff, async (connection, by) => {
      const { owner } = await readForChange(connection, number);
      await cancelOrderInTransaction(context, connection, number, owner, { ...by, reason });
    });
    context.afterReply(reply, async () => void (await closeCanceledPages(context, provider, { number })));
    return answer(number, staff, 'Canceled.');
  });

  route(app, shipStaffOrder, { summary: 'Sends an order, or some of its lines.', cache: 'private' })(
    async ({ params: { number }, body }, { staff }) => {
      await change(staff, (connection, by) => shipLines(context, connection, number, { ...by, ...body }));
      return answer(number, staff, 'Sent.');
    },
  );

  route(app, changeShipmentEndpoint, {
    summary: 'Corrects the carrier and the tracking number of a shipment, or says that it has arrived.',
    cache: 'private',
  })(async ({ params: { number, id }, body: { delivered, ...body } }, { staff }) => {
    await change(staff, (connection, by) =>
      changeShipment(connection, number, Number(id), { ...by, ...body, isDelivered: delivered }),
    );
    return answer(number, staff, 'Saved.');
  });

  route(app, shipStaffOrders, { summary: 'Sends orders as a whole, each on its own.', cache: 'private' })(
    async ({ body }, { staff }) => {
      const outcomes: SentOutcome[] = [];
      for (const number of new Set(body.numbers)) {
        const error = await change(staff, (connection, by) => shipLines(context, connection, number, by)).then(
          () => null,
          (reason: unknown) => {
            if (reason instanceof ShopError) return reason.message;
            throw reason;
          },
        );
        outcomes.push({ number, error });
      }
      return { status: true, message: 'Sent.', data: outcomes };
    },
  );

  route(app, refundStaffOrder, {
    summary: 'Gives money back, for lines or any amount up to what is left. It needs a confirmation.',
    cache: 'private',
  })(
    async (
      { params: { number }, body: { amount_cents: amountCents, by_hand: byHand = false, ...body } },
      { staff },
    ) => {
      requireConfirmed(context, staff);
      await change(staff, (connection, by) =>
        refundOrder(context, connection, number, { ...by, ...body, amountCents, byHand }),
      );
      return answer(number, staff, byHand ? 'Recorded.' : 'It is sent in ten seconds.');
    },
  );

  route(app, undoRefundEndpoint, { summary: 'Takes a refund back that is not on its way yet.', cache: 'private' })(
    async ({ params: { number, id } }, { staff }) => {
      await change(staff, (connection, by) => undoRefund(connection, number, id, by));
      return answer(number, staff, 'Taken back.');
    },
  );

  route(app, changeOrderAddress, {
    summary: 'Changes where an order goes, until something of it is sent.',
    cache: 'private',
    chooseValidationCode: () => 'INVALID_FORM',
  })(async ({ params: { number }, body }, { staff }) => {
    await change(staff, (connection, by) => changeAddress(connection, number, { ...by, ...body }));
    return answer(number, staff, 'Saved.');
  });

  route(app, addOrderNote, { summary: 'Adds a note for colleagues to the timeline of an order.', cache: 'private' })(
    async ({ params: { number }, body: { text } }, { staff }) => {
      await change(staff, async (connection, { actor, now }) => {
        await readForChange(connection, number);
        await insertAudit(connection, { actor, action: 'order.noted', subject: number, after: { note: text } }, now);
      });
      return answer(number, staff, 'Saved.');
    },
  );

  route(app, resendOrderMail, { summary: 'Sends the customer a mail about an order once more.', cache: 'private' })(
    async ({ params: { number }, body: { kind } }, { staff }) => {
      await change(staff, async (connection, { actor, now }) => {
        const { order, owner } = await readForChange(connection, number);
        if (isErased(order.billing)) throw createRefusal('The customer of this order was erased.');
        if (kind === 'shipped' && !order.shipments?.length) throw createRefusal('Nothing of the order is sent yet.');
        const last = order.shipments?.at(-1);
        const shipment = {
          lines: order.shipments && order.shipments.length > 1 && last ? last.lines : null,
          isPart: order.status !== 'shipped',
          carrier: last?.carrier ?? '',
          tracking: last?.tracking ?? '',
        };
        await insertOrderMail(
          context,
          connection,
          order,
          owner,
          kind === 'shipped' ? (mailed) => writeShippedMail(mailed, shipment) : writeOrderMail,
          now,
        );
        await insertAudit(
          connection,
          { actor, action: 'order.mail-repeated', subject: number, after: { mail: kind } },
          now,
        );
      });
      return answer(number, staff, 'The mail is on its way.');
    },
  );

  route(app, exportStaffOrders, {
    summary:
      'Returns orders with their lines as CSV, at most ten thousand. It needs a confirmation, and is in the audit.',
    cache: 'private',
  })(async ({ body: { from, to } }, { staff }) => {
    requireConfirmed(context, staff);
    const range = { since: readDay('from', from), until: readDay('to', to, 1), limit: MAX_EXPORTED };
    let csv = '';
    let [orders, rows] = [0, 0];
    for await (const text of exportOrders(context, range, (part) => {
      orders += part.orders;
      rows += part.rows;
    }))
      csv += text;
    const after = { rows, ...(from && { from }), ...(to && { to }) };
    await insertAudit(
      database,
      { actor: staff.actor, action: 'order.exported', subject: 'orders', after },
      clock.now(),
    );
    return { status: true, message: 'Orders as CSV', csv, orders, rows, complete: orders < MAX_EXPORTED };
  });
};
