import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { COUPON_CODE_MAX_LENGTH } from './constants';

/** As a shopper writes it; case does not matter. */
export const CouponCode = Type.String({
  minLength: 1,
  maxLength: COUPON_CODE_MAX_LENGTH,
  pattern: /^[A-Za-z0-9_-]+$/.source,
});

/** A coupon that may be used now, with all that its discount follows from. */
export const Coupon = Type.Object({
  /** In capitals. */
  code: Type.String(),
  kind: Type.Union([Type.Literal('percent'), Type.Literal('fixed')]),
  /** Percent off, or dollars off. */
  amount: Type.Number({ exclusiveMinimum: 0 }),
  /** Dollars the products must cost before it takes anything off. */
  minimum: Type.Number({ minimum: 0 }),
});
export type Coupon = Static<typeof Coupon>;
