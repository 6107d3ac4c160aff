import type { Queryable } from '../../../database/Database';
import { ShopError } from '../../../http/ShopError';
import { findSellers } from '../findSellers';
import { planImport, type ImportPlan } from '../import/planImport';
import type { ParsedCells } from '../import/productCells';
import type { ParsedProduct } from '../import/parseProducts';
import {
  findAllBrands,
  findAllCategories,
  findLastRanks,
  findSkuOwners,
  type StoredProduct,
} from '../productsImportRepository';

/** "must be one line" becomes "Must be one line." */
export const toSentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

/** @throws {ShopError} INVALID_FORM with a message for each field, if there is any. */
export const refuseFields = (fields: Readonly<Record<string, string>>): void => {
  if (Object.keys(fields).length > 0) throw new ShopError('INVALID_FORM', { fields });
};

interface Planned {
  readonly id: string;
  readonly cells: Partial<ParsedCells>;
  /** Undefined for a new product. */
  readonly stored: StoredProduct | undefined;
  readonly now: Date;
}

/** Plans one product as an import of a file would. @throws {ShopError} INVALID_FORM with a message for each field. */
export const planProduct = async (
  connection: Queryable,
  { id, cells, stored, now }: Planned,
): Promise<Pick<ImportPlan, 'created' | 'changed'>> => {
  const product: ParsedProduct = { line: 1, cells };
  const plan = await planImport([product], {
    targets: new Map([[product, { id }]]),
    stored: new Map(stored ? [[id, stored] as const] : []),
    skuOwners: await findSkuOwners(connection, cells.sku === undefined ? [] : [cells.sku]),
    categories: await findAllCategories(connection),
    brands: await findAllBrands(connection),
    lastRanks: await findLastRanks(connection),
    sellers: await findSellers(connection),
    pictures: new Map(),
    options: {},
    now,
  });
  refuseFields(Object.fromEntries(plan.problems.map(({ column, message }) => [column, toSentence(message)])));
  return plan;
};
