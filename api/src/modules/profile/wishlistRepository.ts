import { MAX_WISHLIST_ITEMS, type WishlistEntry } from '@shop/contracts';
import type { Queryable } from '../../database/Database';
import { onlyWithFeatureSql } from '../catalog/hasFeature';

export const findWishlist = async (database: Queryable, accountId: string): Promise<WishlistEntry[]> =>
  (
    await database.query<WishlistEntry>({
      name: 'wishlist',
      text: `SELECT p.id, p.name, p.image, (p.price_cents / 100.0)::float8 AS price, p.category_name AS category,
             (p.rating_tenths / 10.0)::float8 AS rating, p.price_from AS "priceFrom", p.stock,
             ${onlyWithFeatureSql('weight-options', 'p.measure', 'p.store')} AS measure
           FROM wishlist_items w JOIN products p ON p.id = w.product_id WHERE w.account_id = $1 AND p.status = 'published' ORDER BY w.position`,
      values: [accountId],
    })
  ).rows;

/** Adds existing products that are not in the wishlist yet, up to its maximum size. */
export const addWishlistItems = async (
  database: Queryable,
  accountId: string,
  productIds: readonly string[],
): Promise<void> => {
  await database.query(
    `INSERT INTO wishlist_items (account_id, product_id)
     SELECT $1, wished.id FROM unnest($2::text[]) WITH ORDINALITY AS wished(id, place) JOIN products p ON p.id = wished.id
     WHERE p.status = 'published' AND NOT EXISTS (SELECT 1 FROM wishlist_items w WHERE w.account_id = $1 AND w.product_id = wished.id)
     ORDER BY wished.place LIMIT greatest(0, $3 - (SELECT count(*) FROM wishlist_items w WHERE w.account_id = $1))
     ON CONFLICT DO NOTHING`,
    [accountId, productIds, MAX_WISHLIST_ITEMS],
  );
};

export const removeWishlistItem = async (database: Queryable, accountId: string, productId: string): Promise<void> => {
  await database.query('DELETE FROM wishlist_items WHERE account_id = $1 AND product_id = $2', [accountId, productId]);
};
