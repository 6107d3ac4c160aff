import type { StaffProduct, StorefrontSlug } from '@shop/contracts';
import type { Queryable } from '../../../database/Database';

export type Pieces = StaffProduct['stock'][number];

/** Returns what can be bought and what is held of a product, or of its variants in their order. */
export const findPieces = async (connection: Queryable, id: string): Promise<Pieces[]> =>
  (
    await connection.query<Pieces>(
      `SELECT v.id AS variant_id, coalesce(v.stock, p.stock) AS stock, coalesce(v.held, p.held) AS held
       FROM products p LEFT JOIN product_variants v ON v.product_id = p.id WHERE p.id = $1 ORDER BY v.position`,
      [id],
    )
  ).rows;

/** Sets the stock of a product, or of a variant; of a product with variants, it is the sum of theirs. */
export const updateStock = async (
  connection: Queryable,
  id: string,
  variantId: string | null,
  stock: number,
  now: Date,
): Promise<void> => {
  if (variantId !== null)
    await connection.query('UPDATE product_variants SET stock = $3 WHERE product_id = $1 AND id = $2', [
      id,
      variantId,
      stock,
    ]);
  await connection.query(
    `UPDATE products SET stock = coalesce((SELECT sum(stock) FROM product_variants WHERE product_id = $1), $2),
       imported_at = $3, version = version + 1 WHERE id = $1`,
    [id, stock, now],
  );
};

/** Whether an order has a product. */
export const isOrdered = async (connection: Queryable, id: string): Promise<boolean> =>
  (await connection.query('SELECT 1 FROM order_lines WHERE product_id = $1 LIMIT 1', [id])).rows.length > 0;

export const deleteProduct = async (connection: Queryable, id: string): Promise<void> => {
  await connection.query('DELETE FROM products WHERE id = $1', [id]);
};

/** Returns the values that attributes have in each storefront, from the cells of what is published. */
export const findAttributeValues = async (
  connection: Queryable,
): Promise<{ readonly store: StorefrontSlug; readonly attribute: string; readonly value: string }[]> =>
  (
    await connection.query<{ store: StorefrontSlug; attribute: string; value: string }>(
      `SELECT DISTINCT c.store, a.key AS attribute, slug AS value
       FROM facet_cells c JOIN attribute_sets s ON s.id = c.attribute_set_id, jsonb_each_text(s.attributes) a, regexp_split_to_table(a.value, ' ') slug
       WHERE c.products > 0 AND slug <> '' ORDER BY 1, 2, 3`,
    )
  ).rows;
