import type { createStaffProduct, RequestOf } from '@shop/contracts';
import { insertAudit } from '../../../audit/auditRepository';
import type { Queryable } from '../../../database/Database';
import { ShopError } from '../../../http/ShopError';
import { findTargets } from '../import/findTargets';
import { toCells } from '../import/planImport';
import { CellError, PRODUCT_CELLS, type ParsedCells } from '../import/productCells';
import {
  findSkuOwners,
  findStoredProducts,
  findVariantOwners,
  lockImportBriefly,
  writeProducts,
  writeVariants,
} from '../productsImportRepository';
import { planProduct, toSentence } from './planProduct';
import type { ByActor } from './saveProduct';

const MAX_SKU_LENGTH = 64;

/** Makes an id of a name, as imports do. */
const makeId = async (connection: Queryable, name: string): Promise<string> => {
  const { targets } = await findTargets(connection, [{ line: 1, cells: { name } }], new Map());
  const [target] = targets.values();
  if (!target) throw new Error('A product got no id');
  return target.id;
};

/** Finds an ending with which none of these SKUs is taken. */
const findSuffix = async (connection: Queryable, skus: readonly string[], first: string): Promise<string> => {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? first : `${first}-${number}`;
    const made = skus.map((sku) => addSuffix(sku, suffix));
    const [products, variants] = [await findSkuOwners(connection, made), await findVariantOwners(connection, made)];
    if (products.size + variants.size === 0) return suffix;
  }
};

const addSuffix = (sku: string, suffix: string): string => `${sku.slice(0, MAX_SKU_LENGTH - suffix.length)}${suffix}`;

const writeDraft = async (
  connection: Queryable,
  id: string,
  cells: Partial<ParsedCells>,
  { actor, now }: ByActor,
  from?: string,
): Promise<string> => {
  const { created } = await planProduct(connection, {
    id,
    cells: { ...cells, status: 'draft' },
    stored: undefined,
    now,
  });
  await writeProducts(
    connection,
    created.map(({ row }) => row),
  );
  await writeVariants(connection, created);
  const after = { name: cells.name, sku: cells.sku, ...(from !== undefined && { from }) };
  await insertAudit(connection, { actor, action: 'products.created', subject: id, after }, now);
  return id;
};

const parsePrice = (text: string): number => {
  try {
    return PRODUCT_CELLS.price.parse(text.trim());
  } catch (error) {
    if (!(error instanceof CellError)) throw error;
    throw new ShopError('INVALID_FORM', { fields: { price: toSentence(error.message) } });
  }
};

/** Makes a draft, whose id and SKU are made of its name. Returns its id. @throws {ShopError} INVALID_FORM. */
export const createDraft = async (
  connection: Queryable,
  { name, price, ...place }: RequestOf<typeof createStaffProduct>['body'],
  by: ByActor,
): Promise<string> => {
  const cells = { ...place, name: name.trim(), price: parsePrice(price) };
  // An id that is free stays free until this is written.
  await lockImportBriefly(connection);
  const id = await makeId(connection, name);
  const base = id.toUpperCase();
  const sku = addSuffix(base, await findSuffix(connection, [base], ''));
  return writeDraft(connection, id, { ...cells, sku, short_description: '', description: '' }, by);
};

/** Makes a draft that is the same, without stock. Returns its id. @throws {ShopError} PRODUCT_NOT_FOUND. */
export const duplicateProduct = async (connection: Queryable, id: string, by: ByActor): Promise<string> => {
  await lockImportBriefly(connection);
  const [original] = await findStoredProducts(connection, [id], false);
  if (!original) throw new ShopError('PRODUCT_NOT_FOUND');
  const cells = toCells(original);
  const name = `${cells.name.slice(0, 190)} (copy)`;
  const skus = [cells.sku, ...cells.variants.map(({ sku }) => sku)];
  const suffix = await findSuffix(connection, skus, '-COPY');
  const copy = {
    ...cells,
    name,
    sku: addSuffix(cells.sku, suffix),
    stock: cells.variants.length > 0 ? null : 0,
    popular: false,
    featured_rank: null,
    variants: cells.variants.map((variant) => ({ ...variant, sku: addSuffix(variant.sku, suffix), stock: 0 })),
  };
  return writeDraft(connection, await makeId(connection, name), copy, by, id);
};
