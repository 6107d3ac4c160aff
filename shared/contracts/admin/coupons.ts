import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { COUPON_CODE_MAX_LENGTH } from '../constants';
import { CouponCode } from '../coupons';
import { Closed, defineEndpoint, Nullable } from '../endpoint';
import { EmailAddress, typedCode } from '../fields';

/** The lists that the desk of coupons begins with. */
export const COUPON_VIEWS = ['all', 'active', 'scheduled', 'ended'] as const;
export type CouponView = (typeof COUPON_VIEWS)[number];

const MAX_CENTS = 100_000_000;
const MAX_USES = 1_000_000_000;
const MAX_TERMS = 200;

const Instant = Type.String({
  maxLength: 32,
  pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.source,
});
const Terms = Type.Array(Type.String({ ...typedCode, minLength: 1, maxLength: 128 }), {
  minItems: 1,
  maxItems: MAX_TERMS,
});

/** What a coupon gives, and to whom. Null means without a limit. */
const terms = {
  kind: Type.Union([Type.Literal('percent'), Type.Literal('fixed')]),
  /** Percent, at most 100, or cents. */
  amount: Type.Integer({ minimum: 1, maximum: MAX_CENTS }),
  /** Of the cart's subtotal. */
  minimum_cents: Type.Integer({ minimum: 0, maximum: MAX_CENTS }),
  maximum_cents: Nullable(Type.Integer({ minimum: 1, maximum: MAX_CENTS })),
  /** Ids of products and slugs of categories: only these are reduced. */
  products: Nullable(Terms),
  categories: Nullable(Terms),
  /** Leaves out what is reduced already. */
  not_reduced: Type.Boolean(),
  /** Whose coupon it is. */
  email: Nullable(EmailAddress),
  /** ISO 8601 instants. */
  starts_at: Nullable(Instant),
  ends_at: Nullable(Instant),
  max_uses: Nullable(Type.Integer({ minimum: 1, maximum: MAX_USES })),
  max_uses_per_customer: Nullable(Type.Integer({ minimum: 1, maximum: MAX_USES })),
};
export const CouponTerms = Closed(terms);
export type CouponTerms = Static<typeof CouponTerms>;

export const StaffCoupon = Type.Object({
  ...terms,
  /** In capitals. */
  code: Type.String(),
  uses: Type.Integer(),
  state: Type.Union([
    Type.Literal('active'),
    Type.Literal('scheduled'),
    Type.Literal('ended'),
    Type.Literal('used-up'),
  ]),
  /** Counts its changes. */
  version: Type.Integer(),
});
export type StaffCoupon = Static<typeof StaffCoupon>;

/** An order that used a coupon. */
export const CouponUse = Type.Object({
  order: Type.String(),
  at: Type.String(),
  /** Dollars. */
  discount: Type.Number(),
  total: Type.Number(),
});
export type CouponUse = Static<typeof CouponUse>;

const CouponPage = Type.Object({
  ...StaffCoupon.properties,
  /** The last twenty, newest first. */
  last_uses: Type.Array(CouponUse),
});
export type CouponPage = Static<typeof CouponPage>;
const CouponAnswer = Type.Object({ status: Type.Literal(true), message: Type.String(), data: CouponPage });

const Filter = Type.Optional(Type.String({ maxLength: 128 }));

/** Coupons by code, fifty at a time. */
export const listStaffCoupons = defineEndpoint({
  method: 'GET',
  path: '/admin/coupons',
  access: { staff: 'coupons.write' },
  query: Type.Object({
    /** One of COUPON_VIEWS; 'all' if unset. */
    view: Filter,
    /** The beginning of a code. */
    q: Type.Optional(Type.String({ ...typedCode, maxLength: COUPON_CODE_MAX_LENGTH })),
    cursor: Filter,
  }),
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    data: Type.Object({ items: Type.Array(StaffCoupon), next: Nullable(Type.String()) }),
  }),
  failureMessage: 'Failed to fetch the coupons',
});

const params = Type.Object({ code: CouponCode });

export const getStaffCoupon = defineEndpoint({
  method: 'GET',
  path: '/admin/coupons/:code',
  access: { staff: 'coupons.write' },
  params,
  response: CouponAnswer,
  failureMessage: 'Failed to fetch the coupon',
});

export const createStaffCoupon = defineEndpoint({
  method: 'POST',
  path: '/admin/coupons',
  access: { staff: 'coupons.write' },
  body: Closed({ code: CouponCode, ...terms }),
  response: CouponAnswer,
  failureMessage: 'The coupon could not be created.',
});

/** Changes a coupon. Orders that have used it keep their discount. */
export const changeStaffCoupon = defineEndpoint({
  method: 'PATCH',
  path: '/admin/coupons/:code',
  access: { staff: 'coupons.write' },
  params,
  body: Closed({
    /** The version that was seen. */
    version: Type.Integer({ minimum: 0 }),
    terms: Type.Partial(CouponTerms),
  }),
  response: CouponAnswer,
  failureMessage: 'The coupon could not be saved.',
});

/** Takes no more orders with a coupon from now on. */
export const endStaffCoupon = defineEndpoint({
  method: 'POST',
  path: '/admin/coupons/:code/end',
  access: { staff: 'coupons.write' },
  params,
  response: CouponAnswer,
  failureMessage: 'The coupon could not be ended.',
});
