import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { OrderItemInput, PricedCart, Substitution } from './cart';
import { Choices } from './choices';
import { MAX_ORDER_LINES } from './constants';
import { CountryCode } from './countryCode';
import { CouponCode } from './coupons';
import { CurrencyCode } from './currencies';
import { DeliveryTime } from './delivery';
import { Closed, defineEndpoint, Nullable } from './endpoint';
import { EmailAddress, OptionalText, Phone, RequiredCode, RequiredText, typedText } from './fields';
import { OptionalMeasure } from './measure';
import { PaymentMethod } from './payments';

/** Postal address for shipping or billing. Optional texts are '' if empty. */
export const postalFields = {
  firstName: RequiredText(80),
  lastName: RequiredText(80),
  companyName: OptionalText(120),
  country: CountryCode,
  streetAddress: RequiredText(160),
  apartment: OptionalText(120),
  townCity: RequiredText(80),
  /** '' where post needs none: see postalRules. */
  state: OptionalText(80),
  zipCode: RequiredCode(16),
  phone: Phone,
};
/** A stored address, which may be from before a rule was stricter. */
export const storedPostalFields = {
  firstName: Type.String(),
  lastName: Type.String(),
  companyName: Type.String(),
  country: CountryCode,
  streetAddress: Type.String(),
  apartment: Type.String(),
  townCity: Type.String(),
  state: Type.String(),
  zipCode: Type.String(),
  phone: Type.String(),
} satisfies Record<keyof typeof postalFields, unknown>;

export const PostalAddress = Closed(postalFields);
export type PostalAddress = Static<typeof PostalAddress>;

/** The billing form (product.md 7.2). Optional texts are '' if empty. */
export const Billing = Closed({
  ...postalFields,
  email: EmailAddress,
  orderNotes: Type.String({ ...typedText, maxLength: 1000 }),
});
export type Billing = Static<typeof Billing>;

export const PlaceOrderBody = Closed({
  items: Type.Array(OrderItemInput, { minItems: 1, maxItems: MAX_ORDER_LINES }),
  billing: Billing,
  /** Shipping address, if different from billing. */
  shipping_address: Type.Optional(Nullable(PostalAddress)),
  payment_method: PaymentMethod,
  /** The total that the shopper saw, in dollars. The server computes prices itself and returns 409 if they differ. */
  expected_total: Type.Number({ minimum: 0, maximum: 1e9 }),
  coupon_code: Type.Optional(Nullable(CouponCode)),
  /** Display currency. The order is charged in US dollars, and the current rate is stored. */
  display_currency: Type.Optional(CurrencyCode),
  /** When a van brings the order's food; by default, the first free slot. */
  delivery_slot_id: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }))),
  /** For food that is missing, unless a line says otherwise; something similar by default. */
  substitution: Type.Optional(Substitution),
});
export type PlaceOrderBody = Static<typeof PlaceOrderBody>;

export const OrderStatus = Type.Union([
  Type.Literal('on-hold'),
  Type.Literal('pending-payment'),
  Type.Literal('processing'),
  Type.Literal('shipped'),
  Type.Literal('canceled'),
]);
export type OrderStatus = Static<typeof OrderStatus>;

export const OrderLine = Type.Object({
  product_id: Type.String(),
  variant_id: Nullable(Type.String()),
  sku: Type.String(),
  choices: Type.Optional(Choices),
  /** The report that comes with it. */
  certification: Type.Optional(Nullable(Type.Object({ laboratory: Type.String(), reportNumber: Type.String() }))),
  /** With variant and choices. */
  name: Type.String(),
  image: Type.String(),
  /** With what the choices cost. */
  unit_price: Type.Number(),
  /** What the choices cost per piece. */
  choices_price: Type.Optional(Type.Number()),
  quantity: Type.Integer(),
  line_total: Type.Number(),
  /** Of food. */
  substitution: Type.Optional(Nullable(Substitution)),
  measure: OptionalMeasure,
});
export type OrderLine = Static<typeof OrderLine>;

/** Pieces of the order's lines, which `position` counts from 0. */
const SentPieces = Type.Object({ position: Type.Integer(), quantity: Type.Integer() });

/** What was sent together. */
export const Shipment = Type.Object({
  lines: Type.Array(SentPieces),
  /** '' if it is not known, like the tracking number. */
  carrier: Type.String(),
  tracking: Type.String(),
  /** ISO 8601 instants. */
  sent_at: Type.String(),
  delivered_at: Nullable(Type.String()),
});
export type Shipment = Static<typeof Shipment>;

/** Money that goes back. */
export const Refund = Type.Object({
  amount: Type.Number(),
  currency: Type.String(),
  /** due: on its way to the provider. */
  state: Type.Union([Type.Literal('due'), Type.Literal('sent'), Type.Literal('failed'), Type.Literal('canceled')]),
  lines: Type.Array(SentPieces),
  at: Type.String(),
});
export type Refund = Static<typeof Refund>;

export const Order = Type.Object({
  number: Type.String(),
  status: OrderStatus,
  /** ISO 8601 instant. */
  created_at: Type.String(),
  currency: Type.Literal('USD'),
  lines: Type.Array(OrderLine),
  subtotal: Type.Number(),
  discount: Type.Number(),
  coupon_code: Nullable(Type.String()),
  shipping: Type.Number(),
  total: Type.Number(),
  /** Display currency and its units per dollar when the order was placed. */
  display_currency: CurrencyCode,
  exchange_rate: Type.Number(),
  payment_method: PaymentMethod,
  /** What the checkout called the method, if its payment went to a provider that has a name of its own there. */
  payment_label: Type.Optional(Type.String()),
  /** Payment instructions, one sentence per line; '' if there is nothing to do. */
  payment_instructions: Type.String(),
  /** What to know about its pieces, in sentences. */
  notes: Type.Optional(Type.Array(Type.String())),
  billing: Type.Object({ ...storedPostalFields, email: Type.String(), orderNotes: Type.String() }),
  /** Null if it ships to the billing address. */
  shipping_address: Nullable(Type.Object(storedPostalFields)),
  /** When a van brings its food; null without food. */
  delivery: Type.Optional(Nullable(DeliveryTime)),
  /** "Tue, Dec 1 to Thu, Dec 3": when a parcel arrives that is being packed for an address in the US. */
  arrival: Type.Optional(Nullable(Type.String())),
  /** What was sent, oldest first. */
  shipments: Type.Optional(Type.Array(Shipment)),
  /** What goes back or went back, oldest first. */
  refunds: Type.Optional(Type.Array(Refund)),
  /** What comes next, in one sentence; '' if nothing does. */
  next_step: Type.Optional(Type.String()),
  /** Whether it can still be canceled. */
  cancelable: Type.Boolean(),
  /** Whether a pending payment can be made now. */
  payable: Type.Boolean(),
  /** Whether the provider declined every payment so far, and none is open. */
  payment_declined: Type.Optional(Type.Boolean()),
});
export type Order = Static<typeof Order>;

/**
 * Body of 409: `code` is TOTAL_CHANGED (prices changed or a product is gone), OUT_OF_STOCK or ORDER_COUPON_REFUSED. The
 * cart lists what can still be purchased.
 */
export const OrderConflict = Type.Object({
  status: Type.Literal(false),
  message: Type.String(),
  code: Type.String(),
  cart: PricedCart,
});
export type OrderConflict = Static<typeof OrderConflict>;

const OrderNumber = Type.Object({ number: Type.String({ minLength: 1, maxLength: 32 }) });

export const placeOrder = defineEndpoint({
  method: 'POST',
  path: '/orders',
  access: 'anyone',
  body: PlaceOrderBody,
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), order: Order }),
  failureMessage: 'Failed to place order',
});

export const getOrder = defineEndpoint({
  method: 'GET',
  path: '/orders/:number',
  access: 'anyone',
  params: OrderNumber,
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), order: Order }),
  failureMessage: 'Failed to fetch order',
});

export const openGuestOrder = defineEndpoint({
  method: 'POST',
  path: '/orders/:number/access',
  access: 'anyone',
  params: OrderNumber,
  /** One of both: the order's email address, or the key of the link in its mail. */
  body: Closed({ email: Type.Optional(EmailAddress), link_key: Type.Optional(Type.String({ maxLength: 64 })) }),
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), order: Order }),
  failureMessage: 'Failed to open the order',
});

/** An order in a list. */
export const OrderSummary = Type.Object({
  number: Type.String(),
  status: OrderStatus,
  created_at: Type.String(),
  total: Type.Number(),
  /** One entry per line item, in the order's sequence. */
  lines: Type.Array(
    Type.Object({
      product_id: Type.String(),
      variant_id: Nullable(Type.String()),
      choices: Type.Optional(Choices),
      name: Type.String(),
      image: Type.String(),
      quantity: Type.Integer(),
      measure: OptionalMeasure,
    }),
  ),
});
export type OrderSummary = Static<typeof OrderSummary>;

export const OrderList = Type.Object({
  items: Type.Array(OrderSummary),
  total: Type.Integer(),
  page: Type.Integer(),
  pageSize: Type.Integer(),
});
export type OrderList = Static<typeof OrderList>;

export const listOrders = defineEndpoint({
  method: 'GET',
  path: '/orders',
  access: 'customer',
  query: Type.Object({ page: Type.Optional(Type.String({ maxLength: 6, pattern: /^[1-9]\d{0,5}$/.source })) }),
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), data: OrderList }),
  failureMessage: 'Failed to fetch orders',
});

export const cancelOrder = defineEndpoint({
  method: 'POST',
  path: '/orders/:number/cancel',
  access: 'anyone',
  params: OrderNumber,
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), order: Order }),
  failureMessage: 'Failed to cancel the order',
});
