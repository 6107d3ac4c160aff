import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { VariantRow } from '../productsImportRepository';
import { withPauses } from './pauses';
import { toCells, type ChangedProduct, type ImportOptions, type ImportPlan } from './planImport';
import type { ProductFile } from './readProductFile';

const omitStock = (variants: readonly VariantRow[]) => variants.map((variant) => ({ ...variant, stock: 0 }));

/** Returns what a change writes but for the stock, of which orders take pieces at any time. */
const listWritten = ({ columns, before, after }: ChangedProduct): unknown[] => {
  const variants = omitStock(after.variants);
  const written = columns.filter(
    (column) =>
      column !== 'stock' && (column !== 'variants' || !isDeepStrictEqual(variants, omitStock(before.variants))),
  );
  return written.map((column) => [column, column === 'variants' ? variants : after[column]]);
};

/**
 * Names what a plan writes: whoever applies it says which one they have seen. What the file alone decides is in the
 * file's own hash; where a new product stands among others is not what anybody has seen.
 */
export const hashPlan = async (
  file: ProductFile,
  {
    created,
    changed,
    newCategories,
    newBrands,
  }: Pick<ImportPlan, 'created' | 'changed' | 'newCategories' | 'newBrands'>,
  { store, category, brand, create = false }: ImportOptions,
): Promise<string> => {
  const hash = createHash('sha256');
  const add = (part: unknown): void => void hash.update(`${JSON.stringify(part)}\n`);
  add([file.hash, store, category, brand, create]);
  if (create) add([newCategories, newBrands]);
  for await (const product of withPauses(created)) add({ ...toCells(product), featured_rank: null });
  for await (const change of withPauses(changed)) {
    const written = listWritten(change);
    if (written.length > 0) add([change.product.row.id, written]);
  }
  return hash.digest('hex');
};
