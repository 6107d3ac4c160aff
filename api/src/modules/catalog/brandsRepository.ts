import type { Brand, StorefrontSlug } from '@shop/contracts';
import type { Readable } from '../../database/Database';

export const findBrands = async (database: Readable, store: StorefrontSlug): Promise<Brand[]> => {
  const { rows } = await database.query<Brand>({
    name: 'brands',
    text: 'SELECT id, slug, name, logo FROM brands WHERE store = $1 ORDER BY position',
    values: [store],
  });
  return rows;
};
