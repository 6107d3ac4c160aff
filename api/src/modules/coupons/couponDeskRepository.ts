import type { CouponUse, CouponView, StaffCoupon } from '@shop/contracts';
import type { Queryable } from '../../database/Database';
import { TERMS_SQL, type LockedCoupon } from './couponsRepository';

const PAGE_SIZE = 50;
const LAST_USES = 20;

/** At the instant `$1`. */
const STATE_SQL = `CASE WHEN ends_at <= $1 THEN 'ended' WHEN uses >= max_uses THEN 'used-up' WHEN starts_at > $1 THEN 'scheduled' ELSE 'active' END`;

/** A coupon as the desk shows it. */
export interface DeskCoupon extends LockedCoupon {
  readonly state: StaffCoupon['state'];
}

export interface CouponFilter {
  readonly view: CouponView;
  /** The beginning of a code, in capitals. */
  readonly q: string;
  /** Code of the last row of the page before; '' for the first page. */
  readonly after: string;
}

/** Returns a page of coupons by code, and the cursor of the next one. */
export const findDeskCoupons = async (
  database: Queryable,
  { view, q, after }: CouponFilter,
  now: Date,
): Promise<{ readonly items: DeskCoupon[]; readonly next: string | null }> => {
  const { rows } = await database.query<DeskCoupon>(
    `SELECT * FROM (SELECT ${TERMS_SQL}, uses, version, ${STATE_SQL} AS state FROM coupons WHERE starts_with(code, $2) AND code > $3) c
     WHERE $4 = 'all' OR state = $4 OR ($4 = 'ended' AND state = 'used-up') ORDER BY code LIMIT $5`,
    [now, q, after, view, PAGE_SIZE + 1],
  );
  const items = rows.slice(0, PAGE_SIZE);
  return { items, next: rows.length > PAGE_SIZE ? (items.at(-1)?.code ?? null) : null };
};

export const findDeskCoupon = async (database: Queryable, code: string, now: Date): Promise<DeskCoupon | undefined> => {
  const { rows } = await database.query<DeskCoupon>(
    `SELECT ${TERMS_SQL}, uses, version, ${STATE_SQL} AS state FROM coupons WHERE code = $2`,
    [now, code],
  );
  return rows[0];
};

/** Returns the last orders that used a coupon and were not canceled, newest first. */
export const findLastUses = async (database: Queryable, code: string): Promise<CouponUse[]> => {
  const { rows } = await database.query<{ use: CouponUse }>(
    `SELECT json_build_object('order', o.number, 'at', to_char(u.used_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
       'discount', o.discount_cents / 100.0, 'total', o.total_cents / 100.0) AS use
     FROM (SELECT * FROM coupon_uses WHERE code = $1 ORDER BY used_at DESC LIMIT $2) u JOIN orders o ON o.number = u.order_number
     ORDER BY u.used_at DESC`,
    [code, LAST_USES],
  );
  return rows.map(({ use }) => use);
};
