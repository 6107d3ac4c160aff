import fs from 'node:fs/promises';
import type { StorefrontSlug } from '@shop/contracts';
import { chooseSellers } from '../src/modules/catalog/findSellers';
import { listPictures } from '../src/modules/catalog/import/createPlan';
import { planImport } from '../src/modules/catalog/import/planImport';
import { readProductFile } from '../src/modules/catalog/import/readProductFile';
import { toSlug } from '../src/modules/catalog/import/toSlug';
import type { CategoryOrBrand, WrittenProduct } from '../src/modules/catalog/productsImportRepository';
import type { Picture } from './createPictureLookup';
import { refuseProblems } from './readRows';

interface EmptyShop {
  readonly store: StorefrontSlug;
  readonly categories: readonly CategoryOrBrand[];
  readonly brands: readonly CategoryOrBrand[];
  /** Finds pictures by the names of their files. */
  readonly findPicture: (file: string) => Picture | undefined;
  readonly now: Date;
}

/**
 * Plans the import of a product file into a shop that has no products. They are featured in the order of their rows.
 * @throws {Error} that names each problem by file, line and column.
 */
export const planGoods = async (
  file: string,
  { store, categories, brands, findPicture, now }: EmptyShop,
): Promise<readonly WrittenProduct[]> => {
  const goods = await readProductFile(await fs.readFile(file), now);
  const { created, problems } = await planImport(goods.products, {
    targets: new Map(
      goods.products.map((product) => [product, { id: product.cells.id ?? toSlug(product.cells.name ?? '') }]),
    ),
    stored: new Map(),
    skuOwners: new Map(),
    categories,
    brands,
    lastRanks: new Map(),
    sellers: chooseSellers({}),
    pictures: new Map(
      listPictures(goods).flatMap((name) => {
        const picture = findPicture(name);
        return picture ? [[name, picture]] : [];
      }),
    ),
    options: { store },
    now,
  });
  refuseProblems(file, [...goods.problems, ...problems]);
  return created;
};
