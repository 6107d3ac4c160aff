import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Choices } from './choices';
import { MAX_ORDER_LINES, MAX_QUANTITY } from './constants';
import { Coupon, CouponCode } from './coupons';
import { Closed, defineEndpoint, Nullable } from './endpoint';
import { OptionalMeasure } from './measure';

/** What is sent for food that is missing: something similar, or the money back. */
export const Substitution = Type.Union([Type.Literal('similar'), Type.Literal('refund')]);
export type Substitution = Static<typeof Substitution>;

export const OrderItemInput = Closed({
  product_id: Type.String({ minLength: 1, maxLength: 128 }),
  variant_id: Nullable(Type.String({ minLength: 1, maxLength: 64 })),
  quantity: Type.Integer({ minimum: 1, maximum: MAX_QUANTITY }),
  choices: Type.Optional(Choices),
  /** Of orders; by default, what the order says. */
  substitution: Type.Optional(Substitution),
});
export type OrderItemInput = Static<typeof OrderItemInput>;

/** A line item at current prices and stock. */
export const PricedLine = Type.Object({
  product_id: Type.String(),
  variant_id: Nullable(Type.String()),
  choices: Type.Optional(Choices),
  /** With variant and choices: `Halo Diamond Ring, 52 mm, engraved “Always” (script)`. */
  name: Type.String(),
  image: Type.String(),
  /** The category's name. */
  category: Type.String(),
  rating: Type.Number(),
  /** With what the choices cost. */
  unit_price: Type.Number(),
  /** Capped at the stock. */
  quantity: Type.Integer(),
  /** Units in stock. */
  available: Type.Integer(),
  measure: OptionalMeasure,
});
export type PricedLine = Static<typeof PricedLine>;

/** What a van would bring of a cart. */
export const CartFood = Type.Object({
  product_ids: Type.Array(Type.String()),
  /** What it has to cost in dollars, and what is missing. */
  minimum: Type.Number(),
  missing: Type.Number(),
});
export type CartFood = Static<typeof CartFood>;

/** The purchasable lines of a cart; sold-out and removed products are dropped. */
export const PricedCart = Type.Object({
  lines: Type.Array(PricedLine),
  coupon: Nullable(Coupon),
  /** Why the cart's coupon cannot be used any more, in a sentence. */
  coupon_refusal: Type.Optional(Type.String()),
  subtotal: Type.Number(),
  discount: Type.Number(),
  /** subtotal - discount; shipping is free. */
  total: Type.Number(),
  /** Null if nothing is brought by a van; absent in conflicts. */
  food: Type.Optional(Nullable(CartFood)),
});
export type PricedCart = Static<typeof PricedCart>;

/** A customer's cart, stored on the server. */
export const KeptCart = Type.Object({
  ...PricedCart.properties,
  /** Number of changes; 0 before the first. */
  version: Type.Integer(),
});
export type KeptCart = Static<typeof KeptCart>;

const NonEmptyItems = Type.Array(OrderItemInput, { minItems: 1, maxItems: MAX_ORDER_LINES });
const Items = Type.Array(OrderItemInput, { maxItems: MAX_ORDER_LINES });
const CartResponse = <T extends typeof PricedCart | typeof KeptCart>(cart: T) =>
  Type.Object({ status: Type.Literal(true), message: Type.String(), data: cart });

export const getCart = defineEndpoint({
  method: 'GET',
  path: '/cart',
  access: 'customer',
  response: CartResponse(KeptCart),
  failureMessage: 'Failed to fetch your cart',
});

/** Body of the 409 of `PUT /cart`: `code` is CART_CHANGED. */
export const CartConflict = Type.Object({
  status: Type.Literal(false),
  message: Type.String(),
  code: Type.String(),
  kept_cart: KeptCart,
});

export const putCart = defineEndpoint({
  method: 'PUT',
  path: '/cart',
  access: 'customer',
  body: Closed({
    version: Type.Integer({ minimum: 0, maximum: 2_147_483_646 }),
    items: Items,
    coupon_code: Nullable(CouponCode),
  }),
  response: CartResponse(KeptCart),
  failureMessage: 'Failed to save your cart',
});

export const checkCart = defineEndpoint({
  method: 'POST',
  path: '/cart/check',
  access: 'anyone',
  body: Closed({ items: NonEmptyItems, coupon_code: Nullable(CouponCode) }),
  response: CartResponse(PricedCart),
  failureMessage: 'Failed to update your cart',
});

export const applyCoupon = defineEndpoint({
  method: 'POST',
  path: '/cart/coupon',
  access: 'anyone',
  body: Closed({ code: CouponCode, items: NonEmptyItems }),
  response: CartResponse(PricedCart),
  failureMessage: 'Failed to apply the coupon',
});

export const removeCoupon = defineEndpoint({
  method: 'DELETE',
  path: '/cart/coupon',
  access: 'anyone',
  response: Type.Object({ status: Type.Literal(true), message: Type.String() }),
  failureMessage: 'Failed to remove the coupon',
});
