import type { Coupon } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';

/** Valid now, and not used up. */
const USABLE =
  '(starts_at IS NULL OR starts_at <= $2) AND (ends_at IS NULL OR ends_at > $2) AND (max_uses IS NULL OR uses < max_uses)';
const AMOUNT = "CASE WHEN kind = 'percent' THEN amount ELSE amount / 100.0 END::float8";

/** A coupon that may be used at this moment, as far as dates and the number of its uses go. `code` in capitals. */
export const findUsableCoupon = async (database: Queryable, code: string, now: Date): Promise<Coupon | undefined> => {
  const { rows } = await database.query<Coupon>({
    name: 'coupon',
    text: `SELECT code, kind, (${AMOUNT}) AS amount, (minimum_cents / 100.0)::float8 AS minimum FROM coupons WHERE code = $1 AND ${USABLE}`,
    values: [code, now],
  });
  return rows[0];
};

/**
 * Counts one more use, where there is one left: of two who take the last one, the second gets false. Its row is held
 * until the transaction ends.
 */
export const countCouponUse = async (connection: Queryable, code: string, now: Date): Promise<boolean> => {
  const counted = await connection.query(`UPDATE coupons SET uses = uses + 1 WHERE code = $1 AND ${USABLE}`, [
    code,
    now,
  ]);
  return counted.rowCount === 1;
};

export interface CouponCustomer {
  readonly accountId: string | null;
  /** The address under the current secret, which is stored, then under the former ones. */
  readonly emailHashes: readonly [string, ...string[]];
}

/** Whether a customer has uses left, who is known by the account or by the e-mail address of an order. */
export const hasCustomerUsesLeft = async (
  database: Queryable,
  code: string,
  { accountId, emailHashes }: { readonly accountId: string | null; readonly emailHashes: readonly string[] },
): Promise<boolean> => {
  const { rows } = await database.query<{ left: boolean }>(
    `SELECT max_uses_per_customer IS NULL OR max_uses_per_customer >
       (SELECT count(*) FROM coupon_uses u WHERE u.code = c.code AND (u.account_id = $2 OR u.email_hash = ANY($3::text[]))) AS left
     FROM coupons c WHERE code = $1`,
    [code, accountId, emailHashes],
  );
  return rows[0]?.left ?? false;
};

export const insertCouponUse = async (
  connection: Queryable,
  code: string,
  orderNumber: string,
  { accountId, emailHashes }: CouponCustomer,
): Promise<void> => {
  await connection.query(
    'INSERT INTO coupon_uses (order_number, code, account_id, email_hash) VALUES ($1, $2, $3, $4)',
    [orderNumber, code, accountId, emailHashes[0]],
  );
};

/** Gives back the use of a cancelled order. */
export const returnCouponUse = async (connection: Queryable, orderNumber: string): Promise<void> => {
  await connection.query(
    'WITH gone AS (DELETE FROM coupon_uses WHERE order_number = $1 RETURNING code) UPDATE coupons SET uses = uses - 1 WHERE code IN (SELECT code FROM gone)',
    [orderNumber],
  );
};

export interface NewCoupon {
  /** In capitals. */
  readonly code: string;
  readonly kind: Coupon['kind'];
  /** Percent, or cents. */
  readonly amount: number;
  readonly minimumCents: number;
  /** Null: since ever, for ever, as often as wanted. */
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly maxUses: number | null;
  readonly maxUsesPerCustomer: number | null;
}

/** False where there is one of that code. */
export const insertCoupon = async (connection: Queryable, coupon: NewCoupon): Promise<boolean> => {
  const inserted = await connection.query(
    `INSERT INTO coupons (code, kind, amount, minimum_cents, starts_at, ends_at, max_uses, max_uses_per_customer)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (code) DO NOTHING`,
    [
      coupon.code,
      coupon.kind,
      coupon.amount,
      coupon.minimumCents,
      coupon.startsAt,
      coupon.endsAt,
      coupon.maxUses,
      coupon.maxUsesPerCustomer,
    ],
  );
  return inserted.rowCount === 1;
};

export const couponExists = async (database: Queryable, code: string): Promise<boolean> =>
  (await database.query('SELECT 1 FROM coupons WHERE code = $1', [code])).rowCount === 1;
