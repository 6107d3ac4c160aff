import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { COUPON_CODE_MAX_LENGTH } from './constants';
import { typedCode } from './fields';

/** As entered; case-insensitive. */
export const CouponCode = Type.String({
  ...typedCode,
  minLength: 1,
  maxLength: COUPON_CODE_MAX_LENGTH,
  pattern: /^[A-Za-z0-9_-]+$/.source,
});

/** A valid coupon with everything needed to compute its discount. */
export const Coupon = Type.Object({
  /** In capitals. */
  code: Type.String(),
  kind: Type.Union([Type.Literal('percent'), Type.Literal('fixed')]),
  /** Percent off, or dollars off. */
  amount: Type.Number({ exclusiveMinimum: 0 }),
  /** Minimum subtotal in dollars. */
  minimum: Type.Number({ minimum: 0 }),
  /** Maximum subtotal in dollars. */
  maximum: Type.Optional(Type.Number()),
  /** Ids of the products in this cart that it reduces; all if it is missing. */
  products: Type.Optional(Type.Array(Type.String())),
});
export type Coupon = Static<typeof Coupon>;
