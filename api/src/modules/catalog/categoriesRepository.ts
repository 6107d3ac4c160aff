import type { Category, StorefrontSlug } from '@shop/contracts';
import type { Readable } from '../../database/Database';

export const findCategories = async (database: Readable, store: StorefrontSlug): Promise<Category[]> => {
  const { rows } = await database.query<Category>({
    name: 'categories',
    text: 'SELECT name, image, slug FROM categories WHERE store = $1 ORDER BY position',
    values: [store],
  });
  return rows;
};
