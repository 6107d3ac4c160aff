import type { Coupon } from '@shop/contracts';
import type { Queryable } from '../../database/Database';
import { insertRow } from '../../database/insertRow';
import type { couponsTable, couponUsesTable } from './couponsTables';

/** Condition for coupons that are valid now and not used up. */
const USABLE_SQL =
  '(starts_at IS NULL OR starts_at <= $2) AND (ends_at IS NULL OR ends_at > $2) AND (max_uses IS NULL OR uses < max_uses)';

/** A coupon with its terms, usable or not. */
export interface StoredCoupon extends NewCoupon {
  readonly uses: number;
}

/** Of a coupon's terms. */
export const TERMS_SQL = `code, kind, amount, minimum_cents AS "minimumCents", maximum_cents AS "maximumCents", product_ids AS "productIds",
  categories, excludes_reduced AS "excludesReduced", email, starts_at AS "startsAt", ends_at AS "endsAt", max_uses AS "maxUses",
  max_uses_per_customer AS "maxUsesPerCustomer"`;

/** `code` must be uppercase. */
export const findCoupon = async (database: Queryable, code: string): Promise<StoredCoupon | undefined> => {
  const { rows } = await database.query<StoredCoupon>({
    name: 'coupon',
    text: `SELECT ${TERMS_SQL}, uses FROM coupons WHERE code = $1`,
    values: [code],
  });
  return rows[0];
};

/** A coupon that was locked, with the count of its changes. */
export interface LockedCoupon extends StoredCoupon {
  readonly version: number;
}

/** Locks a coupon until the transaction ends. */
export const lockCoupon = async (connection: Queryable, code: string): Promise<LockedCoupon | undefined> => {
  const { rows } = await connection.query<LockedCoupon>(
    `SELECT ${TERMS_SQL}, uses, version FROM coupons WHERE code = $1 FOR UPDATE`,
    [code],
  );
  return rows[0];
};

export const updateCoupon = async (connection: Queryable, coupon: NewCoupon): Promise<void> => {
  await connection.query(
    `UPDATE coupons SET kind = $2, amount = $3, minimum_cents = $4, maximum_cents = $5, product_ids = $6, categories = $7,
       excludes_reduced = $8, email = $9, starts_at = $10, ends_at = $11, max_uses = $12, max_uses_per_customer = $13, version = version + 1
     WHERE code = $1`,
    [
      coupon.code,
      coupon.kind,
      coupon.amount,
      coupon.minimumCents,
      coupon.maximumCents,
      coupon.productIds,
      coupon.categories,
      coupon.excludesReduced,
      coupon.email,
      coupon.startsAt,
      coupon.endsAt,
      coupon.maxUses,
      coupon.maxUsesPerCustomer,
    ],
  );
};

/**
 * Increments the uses of a coupon. Returns false if none is left. The row stays locked until the transaction ends.
 */
export const incrementCouponUses = async (connection: Queryable, code: string, now: Date): Promise<boolean> => {
  const updated = await connection.query(`UPDATE coupons SET uses = uses + 1 WHERE code = $1 AND ${USABLE_SQL}`, [
    code,
    now,
  ]);
  return updated.rowCount === 1;
};

export interface CouponCustomer {
  readonly accountId: string | null;
  /** HMACs of the email address: under the current secret, which is stored, then under the former ones. */
  readonly emailHashes: readonly [string, ...string[]];
}

/** True if the customer, identified by account or by the email address of an order, has uses left. */
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
  now: Date,
): Promise<void> => {
  const [emailHash] = emailHashes;
  const use = { orderNumber, code, accountId, emailHash, usedAt: now };
  await insertRow<typeof couponUsesTable>(connection, 'coupon_uses', use);
};

/** Restores the coupon use of a canceled order. */
export const restoreCouponUse = async (connection: Queryable, orderNumber: string): Promise<void> => {
  await connection.query(
    'WITH gone AS (DELETE FROM coupon_uses WHERE order_number = $1 RETURNING code) UPDATE coupons SET uses = uses - 1 WHERE code IN (SELECT code FROM gone)',
    [orderNumber],
  );
};

export interface NewCoupon {
  /** Uppercase. */
  readonly code: string;
  readonly kind: Coupon['kind'];
  /** Percent, or cents. */
  readonly amount: number;
  readonly minimumCents: number;
  readonly excludesReduced: boolean;
  /** Null in these fields means unlimited. */
  readonly maximumCents: number | null;
  readonly productIds: string[] | null;
  readonly categories: string[] | null;
  /** Normalized. */
  readonly email: string | null;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly maxUses: number | null;
  readonly maxUsesPerCustomer: number | null;
}

/** Returns false if the code is taken. */
export const insertCoupon = (connection: Queryable, coupon: NewCoupon): Promise<boolean> =>
  insertRow<typeof couponsTable>(connection, 'coupons', coupon, 'ON CONFLICT (code) DO NOTHING');

/** Returns those of the ids that are no products, and those of the slugs that are no categories. */
export const findUnknownTerms = async (
  database: Queryable,
  productIds: readonly string[],
  categories: readonly string[],
): Promise<string[]> => {
  const { rows } = await database.query<{ term: string }>(
    `SELECT term FROM unnest($1::text[]) AS term WHERE term NOT IN (SELECT id FROM products)
     UNION ALL SELECT term FROM unnest($2::text[]) AS term WHERE term NOT IN (SELECT slug FROM categories)`,
    [productIds, categories],
  );
  return rows.map(({ term }) => term);
};
