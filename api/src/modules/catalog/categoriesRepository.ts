import type { Category, StorefrontSlug } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';

export const findCategories = async (database: Queryable, store: StorefrontSlug): Promise<Category[]> => {
  const { rows } = await database.query<Category>({
    name: 'categories',
    text: 'SELECT name, image, slug FROM categories WHERE store = $1 ORDER BY position',
    values: [store],
  });
  return rows;
};
