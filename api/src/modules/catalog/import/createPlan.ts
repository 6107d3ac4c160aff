import type { Queryable } from '../../../database/Database';
import {
  findAllBrands,
  findAllCategories,
  findLastRanks,
  findSkuOwners,
  findStoredProducts,
} from '../productsImportRepository';
import type { ParsedProduct } from './parseProducts';
import { planImport, type ImportPlan } from './planImport';

/** Reads what the database has of a file's products, and plans their import. */
export const createPlan = async (
  connection: Queryable,
  products: readonly ParsedProduct[],
  now: Date,
  lockRows: boolean,
): Promise<ImportPlan> => {
  const stored = await findStoredProducts(
    connection,
    products.map(({ cells }) => cells.id),
    lockRows,
  );
  return planImport(products, {
    stored: new Map(stored.map((product) => [product.row.id, product])),
    skuOwners: await findSkuOwners(
      connection,
      products.map(({ cells }) => cells.sku),
    ),
    categories: await findAllCategories(connection),
    brands: await findAllBrands(connection),
    lastRanks: await findLastRanks(connection),
    now,
  });
};
