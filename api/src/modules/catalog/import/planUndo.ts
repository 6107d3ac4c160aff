import { isDeepStrictEqual } from 'node:util';
import type {
  CategoryOrBrand,
  StoredProduct,
  StoredRow,
  VariantRow,
  WrittenProduct,
} from '../productsImportRepository';
import { deriveSearchText, type ChangedProduct, type ImportPlan } from './planImport';

/** A product as it was, by what the import has changed of it. */
interface UndoneProduct {
  readonly id: string;
  /** That the import has given it: who changes it raises it. */
  readonly version: number;
  readonly row: Partial<StoredRow>;
  /** Pieces that go back. What was sold since stays sold. */
  readonly stock: number;
  /** If the import has changed them. */
  readonly variants?: { readonly before: readonly VariantRow[]; readonly after: readonly VariantRow[] };
}

/** What an import has changed: `imports.before`. */
export interface UndoRecord {
  readonly created: readonly Pick<UndoneProduct, 'id' | 'version'>[];
  readonly changed: readonly UndoneProduct[];
  readonly categories: readonly CategoryOrBrand[];
  readonly brands: readonly CategoryOrBrand[];
}

/** Orders and reviews change these, too, and an import does not. */
const NOT_UNDONE: ReadonlySet<string> = new Set<keyof StoredRow>([
  'id',
  'version',
  'stock',
  'created_at',
  'rating_tenths',
  'review_count',
  'rating_counts',
]);

const recordProduct = ({ product, previous, columns }: ChangedProduct): UndoneProduct => {
  const after: Readonly<Record<string, unknown>> = { ...product.row };
  return {
    id: product.row.id,
    version: product.row.version,
    row: Object.fromEntries(
      Object.entries(previous.row).filter(
        ([column, value]) => !NOT_UNDONE.has(column) && !isDeepStrictEqual(value, after[column]),
      ),
    ),
    stock: previous.row.stock - product.row.stock,
    ...(columns.includes('variants') && { variants: { before: previous.variants, after: product.variants } }),
  };
};

/** Returns what must be kept to undo a plan. */
export const recordPlan = (
  { created, changed }: Pick<ImportPlan, 'created' | 'changed'>,
  made: Pick<UndoRecord, 'categories' | 'brands'>,
): UndoRecord => ({
  created: created.map(({ row: { id, version } }) => ({ id, version })),
  changed: changed.map(recordProduct),
  ...made,
});

const restoreVariants = (
  current: readonly VariantRow[],
  { before, after }: NonNullable<UndoneProduct['variants']>,
): VariantRow[] =>
  before.map((variant) => {
    const [now, imported] = [current, after].map((list) => list.find(({ id }) => id === variant.id));
    const stock = now && imported ? Math.max(0, now.stock + variant.stock - imported.stock) : variant.stock;
    return { ...variant, stock };
  });

export interface UndoPlan {
  /** Ids of products that somebody has changed since: nothing can be undone. */
  readonly changedSince: readonly string[];
  readonly restored: readonly WrittenProduct[];
  /** Those whose variants were changed. */
  readonly withVariants: readonly WrittenProduct[];
  readonly removed: readonly string[];
}

/** Plans the way back from an import. */
export const planUndo = ({ created, changed }: UndoRecord, current: ReadonlyMap<string, StoredProduct>): UndoPlan => {
  // What somebody has deleted since is gone, which undoes that it was created.
  const removed = created.filter(({ id }) => current.has(id));
  const changedSince = [...removed, ...changed]
    .filter(({ id, version }) => current.get(id)?.row.version !== version)
    .map(({ id }) => id);
  if (changedSince.length > 0) return { changedSince, restored: [], withVariants: [], removed: [] };
  const restored: WrittenProduct[] = [];
  const withVariants: WrittenProduct[] = [];
  for (const { id, row: before, stock, variants } of changed) {
    const product = current.get(id);
    if (!product) continue;
    const row = deriveSearchText({
      ...product.row,
      ...before,
      stock: Math.max(0, product.row.stock + stock),
      version: product.row.version + 1,
    });
    const written = { row, variants: variants ? restoreVariants(product.variants, variants) : product.variants };
    restored.push(written);
    if (variants) withVariants.push(written);
  }
  return { changedSince, restored, withVariants, removed: removed.map(({ id }) => id) };
};
