import {
  changeStaffCoupon,
  COUPON_VIEWS,
  createStaffCoupon,
  endStaffCoupon,
  getStaffCoupon,
  listStaffCoupons,
  type CouponTerms,
  type CouponView,
  type ResponseOf,
  type StaffCoupon,
} from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import { readChoice, refuseField } from '../../http/readChoice';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import type { StaffSession } from '../../http/StaffSession';
import { normalizeEmail } from '../auth/normalizeEmail';
import { addCoupon, changeCoupon, endCoupon } from './changeCoupons';
import { findDeskCoupon, findDeskCoupons, findLastUses, type DeskCoupon } from './couponDeskRepository';
import type { NewCoupon } from './couponsRepository';
import { toCouponCode } from './redeemCoupon';

/** @throws {ShopError} INVALID_REQUEST. */
const readInstant = (field: string, text: string | null): Date | null => {
  if (text === null) return null;
  const instant = new Date(text);
  // Date accepts February 30 and turns it into March 2.
  const isReal = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text.slice(0, 10));
  return isReal ? instant : refuseField(field, 'Enter a day, such as 2026-12-01.');
};

type Terms = Omit<NewCoupon, 'code'>;
/** What is given; undefined would overwrite. */
const pick = <Value, Name extends keyof Terms>(
  value: Value | undefined,
  name: Name,
  to: (value: Value) => Terms[Name],
) => (value === undefined ? {} : { [name]: to(value) });
const same = <Value>(value: Value): Value => value;

/** @throws {ShopError} INVALID_REQUEST with an instant that does not exist. */
const readTerms = (terms: Partial<CouponTerms>): Partial<Terms> => ({
  ...pick(terms.kind, 'kind', same),
  ...pick(terms.amount, 'amount', same),
  ...pick(terms.minimum_cents, 'minimumCents', same),
  ...pick(terms.maximum_cents, 'maximumCents', same),
  ...pick(terms.products, 'productIds', same),
  ...pick(terms.categories, 'categories', same),
  ...pick(terms.not_reduced, 'excludesReduced', same),
  ...pick(terms.email, 'email', (email) => email && normalizeEmail(email)),
  ...pick(terms.starts_at, 'startsAt', (at) => readInstant('starts_at', at)),
  ...pick(terms.ends_at, 'endsAt', (at) => readInstant('ends_at', at)),
  ...pick(terms.max_uses, 'maxUses', same),
  ...pick(terms.max_uses_per_customer, 'maxUsesPerCustomer', same),
});

const toStaffCoupon = (coupon: DeskCoupon): StaffCoupon => ({
  code: coupon.code,
  kind: coupon.kind,
  amount: coupon.amount,
  minimum_cents: coupon.minimumCents,
  maximum_cents: coupon.maximumCents,
  products: coupon.productIds,
  categories: coupon.categories,
  not_reduced: coupon.excludesReduced,
  email: coupon.email,
  starts_at: coupon.startsAt?.toISOString() ?? null,
  ends_at: coupon.endsAt?.toISOString() ?? null,
  max_uses: coupon.maxUses,
  max_uses_per_customer: coupon.maxUsesPerCustomer,
  uses: coupon.uses,
  state: coupon.state,
  version: coupon.version,
});

/** The desk of coupons. */
export const couponDeskRoutes = (app: FastifyInstance, { database, clock }: AppContext): void => {
  const by = ({ actor }: StaffSession) => ({ actor, now: clock.now() });
  const answer = async (code: string, message: string): Promise<ResponseOf<typeof getStaffCoupon>> => {
    const coupon = await findDeskCoupon(database, code, clock.now());
    if (!coupon) throw new ShopError('COUPON_NOT_FOUND');
    return {
      status: true,
      message,
      data: { ...toStaffCoupon(coupon), last_uses: await findLastUses(database, code) },
    };
  };

  route(app, listStaffCoupons, { summary: 'Lists coupons by code, fifty at a time.', cache: 'private' })(
    async ({ query: { view, q = '', cursor = '' } }) => {
      const filter = {
        view: readChoice<CouponView>('view', view, COUPON_VIEWS) ?? 'all',
        q: toCouponCode(q),
        after: toCouponCode(cursor),
      };
      const { items, next } = await findDeskCoupons(database, filter, clock.now());
      return { status: true, message: 'Coupons', data: { items: items.map(toStaffCoupon), next } };
    },
  );

  route(app, getStaffCoupon, { summary: 'Returns a coupon and its last uses.', cache: 'private' })(({ params }) =>
    answer(toCouponCode(params.code), 'Coupon'),
  );

  route(app, createStaffCoupon, { summary: 'Makes a coupon.', cache: 'private' })(
    async ({ body: { code: typed, ...terms } }, { staff }) => {
      const code = toCouponCode(typed);
      const coupon = { code, ...readTerms(terms) } as NewCoupon; // all terms are in the body
      if (!(await database.transaction((connection) => addCoupon(connection, coupon, by(staff)))))
        return refuseField('code', `There is a coupon ${code} already.`);
      return answer(code, 'Created.');
    },
  );

  route(app, changeStaffCoupon, {
    summary: 'Changes the terms of a coupon. Orders that have used it keep their discount.',
    cache: 'private',
  })(async ({ params, body: { version, terms } }, { staff }) => {
    const code = toCouponCode(params.code);
    const change = { version, terms: readTerms(terms) };
    await database.transaction((connection) => changeCoupon(connection, code, change, by(staff)));
    return answer(code, 'Saved.');
  });

  route(app, endStaffCoupon, { summary: 'Takes no more orders with a coupon.', cache: 'private' })(
    async ({ params }, { staff }) => {
      const code = toCouponCode(params.code);
      await database.transaction((connection) => endCoupon(connection, code, by(staff)));
      return answer(code, 'Ended.');
    },
  );
};
