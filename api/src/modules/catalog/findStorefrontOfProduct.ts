import { DEFAULT_STOREFRONT, findStorefrontBySlug, storefronts, type StorefrontId } from '@shop/contracts/storefronts';
import type { Queryable } from '../../database/Database';

/** Returns the storefront that sells a product, the default one if it is no longer sold. */
export const findStorefrontOfProduct = async (database: Queryable, id: string | undefined): Promise<StorefrontId> => {
  const { rows } = await database.query<{ store: string }>({
    name: 'storefront-of-product',
    text: 'SELECT store FROM products WHERE id = $1',
    values: [id],
  });
  return (rows[0] && findStorefrontBySlug(storefronts, rows[0].store)) ?? DEFAULT_STOREFRONT;
};
