import { serializeChoices, type OrderItemInput } from '@shop/contracts';
import type { Queryable } from '../../database/Database';

export interface StoredCart {
  /** 0 if no cart was ever stored. */
  readonly version: number;
  readonly items: readonly OrderItemInput[];
  readonly couponCode: string | null;
}

const EMPTY_CART: StoredCart = { version: 0, items: [], couponCode: null };

export const findCart = async (database: Queryable, accountId: string): Promise<StoredCart> => {
  const { rows } = await database.query<StoredCart>({
    name: 'cart',
    text: 'SELECT version, items, coupon_code AS "couponCode" FROM carts WHERE account_id = $1',
    values: [accountId],
  });
  return rows[0] ?? EMPTY_CART;
};

const serializeItems = (items: readonly OrderItemInput[]): string =>
  JSON.stringify(
    items.map(({ product_id, variant_id, quantity, choices }) => [
      product_id,
      variant_id,
      quantity,
      serializeChoices(choices),
    ]),
  );

export const isSameCart = (a: Omit<StoredCart, 'version'>, b: Omit<StoredCart, 'version'>): boolean =>
  a.couponCode === b.couponCode && serializeItems(a.items) === serializeItems(b.items);

/**
 * Replaces a cart if its version is still `version`. Returns the new version, or undefined if it was changed before.
 */
export const replaceCart = async (
  database: Queryable,
  accountId: string,
  { version, items, couponCode }: StoredCart,
  now: Date,
): Promise<number | undefined> => {
  const { rows } = await database.query<{ version: number }>(
    `INSERT INTO carts AS c (account_id, version, items, coupon_code, updated_at) SELECT $1, 1, $3::jsonb, $4, $5 WHERE $2 = 0
     ON CONFLICT (account_id) DO NOTHING RETURNING version`,
    [accountId, version, JSON.stringify(items), couponCode, now],
  );
  if (rows[0] || version === 0) return rows[0]?.version;
  const changed = await database.query<{ version: number }>(
    'UPDATE carts SET version = version + 1, items = $3::jsonb, coupon_code = $4, updated_at = $5 WHERE account_id = $1 AND version = $2 RETURNING version',
    [accountId, version, JSON.stringify(items), couponCode, now],
  );
  return changed.rows[0]?.version;
};

export const setCartCoupon = async (
  database: Queryable,
  accountId: string,
  couponCode: string | null,
): Promise<void> => {
  await database.query('UPDATE carts SET coupon_code = $2 WHERE account_id = $1', [accountId, couponCode]);
};
