import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Closed, defineEndpoint, Nullable } from '../endpoint';
import { OptionalText, RequestKey, RequiredText, typedText } from '../fields';
import { Order, OrderLine, OrderStatus, PostalAddress, Refund, Shipment } from '../orders';
import { PaymentMethod } from '../payments';
import { AuditRow } from './audit';

/** For how long a refund can be taken back before it is sent. */
export const REFUND_DELAY_S = 10;
/** As many as one call sends. */
export const MAX_SENT_ORDERS = 50;
const MAX_CENTS = 100_000_000;

const Filter = Type.Optional(Type.String({ maxLength: 128 }));
const OrderNumber = Type.Object({ number: Type.String({ minLength: 1, maxLength: 32 }) });

/** The lists that a desk of orders begins with. */
export const ORDER_VIEWS = ['to-send', 'late', 'unpaid', 'part-sent', 'refunds', 'all'] as const;
export type OrderView = (typeof ORDER_VIEWS)[number];

export const StaffOrderRow = Type.Object({
  number: Type.String(),
  status: OrderStatus,
  /** ISO 8601 instant. */
  created_at: Type.String(),
  customer: Type.String(),
  email: Type.String(),
  store: Type.String(),
  pieces: Type.Integer(),
  total: Type.Number(),
  payment_method: PaymentMethod,
  /** Something of it was sent, and something was not. */
  part_sent: Type.Boolean(),
  /** It should have been packed. */
  late: Type.Boolean(),
  /** What went back or is about to, in dollars. */
  refunded: Type.Number(),
  /** Money that is owed, or a refund that failed. */
  refund_due: Type.Boolean(),
  disputed: Type.Boolean(),
  /** When its slot starts, in the area's time: "2026-11-27 08:00". Null without food. */
  delivery: Nullable(Type.String()),
  /** When it is canceled unless it is paid or confirmed. */
  held_until: Nullable(Type.String()),
});
export type StaffOrderRow = Static<typeof StaffOrderRow>;

/** Orders, newest first, those to send the longest waiting first; fifty at a time. */
export const listStaffOrders = defineEndpoint({
  method: 'GET',
  path: '/admin/orders',
  access: { staff: 'orders.read' },
  query: Type.Object({
    /** One of ORDER_VIEWS; 'all' if unset. */
    view: Filter,
    /** A status, a method of payment, a storefront. */
    status: Filter,
    payment: Filter,
    store: Filter,
    /** Days, ISO 8601; both count. */
    from: Filter,
    to: Filter,
    /** Id of a product, of a delivery slot. */
    product: Filter,
    slot: Filter,
    /** A whole number, or the beginning of an email address or of a name. */
    q: Type.Optional(Type.String({ ...typedText, maxLength: 128 })),
    cursor: Filter,
  }),
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    data: Type.Object({
      items: Type.Array(StaffOrderRow),
      next: Nullable(Type.String()),
      /** At most 1,000. */
      total: Type.Integer(),
    }),
  }),
  failureMessage: 'Failed to fetch the orders',
});

const StaffLine = Type.Object({
  ...OrderLine.properties,
  /** What is still to send: ordered, less sent, less refunded. */
  to_send: Type.Integer(),
  sent: Type.Integer(),
  refunded: Type.Integer(),
  /** What goes back for 1, 2, … of the pieces that are not refunded yet, after the discount's share, in cents. */
  refundable_cents: Type.Array(Type.Integer()),
  /** Engraved: nobody else buys it. */
  made_to_order: Type.Boolean(),
});
export type StaffLine = Static<typeof StaffLine>;

const Payment = Type.Object({
  id: Type.String(),
  /** 'bank' and 'cash' for money that came by hand. */
  provider: Type.String(),
  /** open, paid, failed, expired, refund-due or refunded. */
  status: Type.String(),
  amount: Type.Number(),
  currency: Type.String(),
  at: Type.String(),
  /** What the provider calls it; null if it was not received. */
  reference: Nullable(Type.String()),
  dispute: Nullable(Type.String()),
});

/** A refund as staff see it. */
export const StaffRefund = Type.Object({
  ...Refund.properties,
  id: Type.String(),
  payment_id: Type.String(),
  reason: Type.String(),
  by: Type.String(),
  /** Until when it can be taken back. */
  send_after: Type.String(),
  /** Why it failed. */
  failure: Type.String(),
  provider_id: Nullable(Type.String()),
});
export type StaffRefund = Static<typeof StaffRefund>;

export const StaffOrder = Type.Object({
  order: Order,
  /** Slug of the storefront of its first line; '' if its product is gone. */
  store: Type.String(),
  lines: Type.Array(StaffLine),
  shipments: Type.Array(Type.Object({ ...Shipment.properties, id: Type.Integer(), version: Type.Integer() })),
  payments: Type.Array(Payment),
  refunds: Type.Array(StaffRefund),
  /** In dollars: received, given back or about to be, and what is left. */
  money: Type.Object({ received: Type.Number(), refunded: Type.Number(), kept: Type.Number() }),
  /** Null for a guest. */
  account: Nullable(Type.Object({ id: Type.Optional(Type.String()), name: Type.String(), email: Type.String() })),
  slot: Nullable(Type.Object({ id: Type.Integer(), area: Type.String(), starts: Type.String(), ends: Type.String() })),
  /** When it is canceled unless it is paid, or if it is processing, unless its guest confirms that they pay in cash. */
  held_until: Nullable(Type.String()),
  /** Of the addresses: a change names the one that was seen. */
  address_version: Type.Integer(),
  /** Of the terms that staff had published when it was placed; null for those of the release. */
  terms_version: Type.Optional(Nullable(Type.Integer())),
  late: Type.Boolean(),
  /** What can be done with it now, by name of the transition. */
  actions: Type.Array(Type.String()),
  timeline: Type.Array(AuditRow),
});
export type StaffOrder = Static<typeof StaffOrder>;

const StaffOrderAnswer = Type.Object({ status: Type.Literal(true), message: Type.String(), data: StaffOrder });

export const getStaffOrder = defineEndpoint({
  method: 'GET',
  path: '/admin/orders/:number',
  access: { staff: 'orders.read' },
  params: OrderNumber,
  response: StaffOrderAnswer,
  failureMessage: 'Failed to fetch the order',
});

/** Records that the bank transfer has arrived. */
export const payStaffOrder = defineEndpoint({
  method: 'POST',
  path: '/admin/orders/:number/paid',
  access: { staff: 'orders.write' },
  params: OrderNumber,
  response: StaffOrderAnswer,
  failureMessage: 'The payment could not be recorded.',
});

/** Keeps an unpaid order longer, counted in days from when it was placed. */
export const prolongStaffOrder = defineEndpoint({
  method: 'POST',
  path: '/admin/orders/:number/prolong',
  access: { staff: 'orders.write' },
  params: OrderNumber,
  body: Closed({ days: Type.Integer({ minimum: 1, maximum: 90 }) }),
  response: StaffOrderAnswer,
  failureMessage: 'The order could not be prolonged.',
});

/** Cancels an order of which nothing was sent; what was paid online goes back. */
export const cancelStaffOrder = defineEndpoint({
  method: 'POST',
  path: '/admin/orders/:number/cancel',
  access: { staff: 'orders.write' },
  params: OrderNumber,
  body: Closed({ reason: OptionalText(200) }),
  response: StaffOrderAnswer,
  failureMessage: 'The order could not be canceled.',
});

const Pieces = Closed({
  position: Type.Integer({ minimum: 0, maximum: 999 }),
  quantity: Type.Integer({ minimum: 1, maximum: 99 }),
});

const way = { carrier: OptionalText(40), tracking: OptionalText(80) };

/** Sends all that is left of an order, or some of its lines. */
export const shipStaffOrder = defineEndpoint({
  method: 'POST',
  path: '/admin/orders/:number/shipments',
  access: { staff: 'orders.write' },
  params: OrderNumber,
  body: Closed({
    lines: Type.Optional(Type.Array(Pieces, { minItems: 1, maxItems: 100 })),
    ...way,
    /** How many shipments were seen: with others, a repeated request sends nothing twice. */
    seen: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 })),
  }),
  response: StaffOrderAnswer,
  failureMessage: 'The shipment could not be saved.',
});

/** Corrects carrier and tracking, or says that it has arrived. */
export const changeShipment = defineEndpoint({
  method: 'PATCH',
  path: '/admin/orders/:number/shipments/:id',
  access: { staff: 'orders.write' },
  params: Type.Object({
    ...OrderNumber.properties,
    id: Type.String({ maxLength: 9, pattern: /^\d+$/.source }),
  }),
  body: Closed({
    ...way,
    delivered: Type.Boolean(),
    /** The version that was seen. */
    version: Type.Integer({ minimum: 0 }),
  }),
  response: StaffOrderAnswer,
  failureMessage: 'The shipment could not be changed.',
});

const SentOutcome = Type.Object({ number: Type.String(), error: Nullable(Type.String()) });
export type SentOutcome = Static<typeof SentOutcome>;

/** Sends several orders as a whole, each on its own: what goes wrong with one stops no other. */
export const shipStaffOrders = defineEndpoint({
  method: 'POST',
  path: '/admin/orders/ship',
  access: { staff: 'orders.write' },
  body: Closed({
    numbers: Type.Array(Type.String({ minLength: 1, maxLength: 32 }), { minItems: 1, maxItems: MAX_SENT_ORDERS }),
  }),
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), data: Type.Array(SentOutcome) }),
  failureMessage: 'The orders could not be sent.',
});

/** Gives money back, for lines or any amount up to what is left. It is sent ten seconds later. */
export const refundStaffOrder = defineEndpoint({
  method: 'POST',
  path: '/admin/orders/:number/refunds',
  access: { staff: 'refunds.write' },
  params: OrderNumber,
  body: Closed({
    amount_cents: Type.Integer({ minimum: 1, maximum: MAX_CENTS }),
    /** Whose pieces; an amount alone has none. */
    lines: Type.Array(
      Closed({
        ...Pieces.properties,
        /** Whether the pieces go back to the stock. */
        restock: Type.Boolean(),
      }),
      { maxItems: 100 },
    ),
    reason: OptionalText(200),
    /** Staff have given it back themselves: it is recorded at once, and nothing is sent. */
    by_hand: Type.Optional(Type.Boolean()),
    /** Made up by the client: a repeated request is one refund. */
    key: RequestKey,
  }),
  response: StaffOrderAnswer,
  failureMessage: 'The refund could not be saved.',
});

/** Takes a refund back that is not on its way yet. */
export const undoRefund = defineEndpoint({
  method: 'DELETE',
  path: '/admin/orders/:number/refunds/:id',
  access: { staff: 'refunds.write' },
  params: Type.Object({ ...OrderNumber.properties, id: Type.String({ minLength: 1, maxLength: 64 }) }),
  response: StaffOrderAnswer,
  failureMessage: 'The refund could not be taken back.',
});

/** Changes where an order goes, until something of it is sent. */
export const changeOrderAddress = defineEndpoint({
  method: 'PATCH',
  path: '/admin/orders/:number/address',
  access: { staff: 'orders.write' },
  params: OrderNumber,
  body: Closed({ address: PostalAddress, version: Type.Integer({ minimum: 0 }) }),
  response: StaffOrderAnswer,
  failureMessage: 'The address could not be saved.',
});

export const addOrderNote = defineEndpoint({
  method: 'POST',
  path: '/admin/orders/:number/notes',
  access: { staff: 'orders.write' },
  params: OrderNumber,
  body: Closed({ text: RequiredText(500) }),
  response: StaffOrderAnswer,
  failureMessage: 'The note could not be saved.',
});

/** Sends the customer a mail about the order once more. */
export const resendOrderMail = defineEndpoint({
  method: 'POST',
  path: '/admin/orders/:number/mails',
  access: { staff: 'orders.write' },
  params: OrderNumber,
  body: Closed({ kind: Type.Union([Type.Literal('confirmation'), Type.Literal('shipped')]) }),
  response: StaffOrderAnswer,
  failureMessage: 'The mail could not be sent.',
});

/** Orders with their lines, at most ten thousand rows, as CSV. */
export const exportStaffOrders = defineEndpoint({
  method: 'POST',
  path: '/admin/orders/export',
  access: { staff: 'orders.read' },
  body: Closed({ from: Filter, to: Filter }),
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    csv: Type.String(),
    orders: Type.Integer(),
    /** One for each line of an order. */
    rows: Type.Integer(),
    /** False if there are more orders than an export has. */
    complete: Type.Boolean(),
  }),
  failureMessage: 'The orders could not be exported.',
});
