import { PRODUCT_FIELDS, type ProductField, type ProductTexts } from '@shop/contracts';
import type { Actor } from '../../../audit/Actor';
import { insertAudit } from '../../../audit/auditRepository';
import type { Queryable } from '../../../database/Database';
import { isUniqueViolation } from '../../../database/isUniqueViolation';
import { ShopError } from '../../../http/ShopError';
import { describeChanges } from '../import/describePlan';
import { toCells } from '../import/planImport';
import { CellError, PRODUCT_CELLS, type ParsedCells, type ProductCells } from '../import/productCells';
import { findStoredProducts, writeProducts, writeVariants, type StoredProduct } from '../productsImportRepository';
import { recordStock } from '../stockChangesRepository';
import { planProduct, refuseFields, toSentence } from './planProduct';

export interface ByActor {
  readonly actor: Actor;
  readonly now: Date;
}

const formatField = <Field extends ProductField>(cells: ProductCells, field: Field): string =>
  PRODUCT_CELLS[field].format(cells[field]);

/** Writes what the page edits as texts. Orders change the stock: in the text, variants have none. */
export const toTexts = (product: StoredProduct): ProductTexts => {
  const cells = toCells(product);
  const edited = { ...cells, variants: cells.variants.map((variant) => ({ ...variant, stock: 0 })) };
  // Object.fromEntries does not infer the keys.
  return Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, formatField(edited, field)])) as ProductTexts;
};

/** @throws {ShopError} INVALID_FORM with a message for each field. */
const parseFields = (texts: Partial<ProductTexts>): Partial<ParsedCells> => {
  const problems: Record<string, string> = {};
  const cells: Partial<Record<ProductField, unknown>> = {};
  for (const field of PRODUCT_FIELDS) {
    const text = texts[field];
    if (text === undefined) continue;
    try {
      cells[field] = PRODUCT_CELLS[field].parse(text.replaceAll('\r\n', '\n').trim());
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      problems[field] = toSentence(error.message);
    }
  }
  refuseFields(problems);
  // Each field was parsed by its column's parser.
  return cells as Partial<ParsedCells>;
};

/** What a product with variants costs is what the cheapest does; their stock stays, and new ones have none. */
const completeVariants = (cells: Partial<ParsedCells>, { variants: stored }: StoredProduct): Partial<ParsedCells> => {
  const variants = cells.variants?.map((variant) => ({
    ...variant,
    stock: stored.find(({ id }) => id === variant.id)?.stock ?? 0,
  }));
  const prices = (variants ?? stored).map(({ price_cents }) => price_cents);
  return {
    ...cells,
    ...(variants && { variants }),
    ...(prices.length > 0 && cells.price === undefined && { price: Math.min(...prices) }),
  };
};

/**
 * Changes fields of a product by the rules of imports. It is the merchant's from then on. A change that changes nothing
 * leaves no trace. @throws {ShopError} PRODUCT_NOT_FOUND; INVALID_FORM with a message for each field; CHANGED_MEANWHILE
 * with the fields as somebody else has saved them.
 */
export const saveProduct = async (
  connection: Queryable,
  id: string,
  { version, fields }: { readonly version: number; readonly fields: Partial<ProductTexts> },
  { actor, now }: ByActor,
): Promise<void> => {
  const [stored] = await findStoredProducts(connection, [id], true);
  if (!stored) throw new ShopError('PRODUCT_NOT_FOUND');
  if (stored.row.version !== version) throw new ShopError('CHANGED_MEANWHILE', { fields: { ...toTexts(stored) } });
  const cells = completeVariants(parseFields(fields), stored);
  const { changed } = await planProduct(connection, { id, cells, stored, now });
  const [change] = changed;
  if (!change) return;
  await writeProducts(connection, [change.product.row]);
  if (change.columns.includes('variants')) await writeVariants(connection, [change.product]);
  await recordStock(connection, [{ before: stored, after: change.product }], {
    reason: 'edited',
    note: '',
    actor,
    now,
  });
  const changes = describeChanges(change);
  await insertAudit(
    connection,
    {
      actor,
      action: 'products.changed',
      subject: id,
      before: Object.fromEntries(changes.map(({ column, before }) => [column, before])),
      after: Object.fromEntries(changes.map(({ column, after }) => [column, after])),
    },
    now,
  );
};

/** Of two who give products the same SKU at the same moment, the second is told so. */
export const explainTakenSku = (error: unknown): never => {
  if (isUniqueViolation(error))
    throw new ShopError('INVALID_FORM', { fields: { sku: 'Another product has just got this SKU.' } });
  throw error;
};
