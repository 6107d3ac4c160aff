import { isDeepStrictEqual } from 'node:util';
import { computeOfferPercent, buildSearchText } from '../src/modules/catalogue/derivedColumns';
import type {
  ProductRow,
  CategoryOrBrand,
  StoredProduct,
  VariantRow,
} from '../src/modules/catalogue/productsImportRepository';
import { SELLER_NAMES } from '../src/modules/catalogue/sellerNames';
import { formatDollars } from './dollars';
import type { ParsedProduct } from './parseProducts';
import { PRODUCT_COLUMNS, type REQUIRED_COLUMNS, type ProductCells, type ProductColumn } from './productCells';
import type { FileError } from './readCsv';

/** What the database says about the products of a file. */
export interface ImportContext {
  readonly stored: ReadonlyMap<string, StoredProduct>;
  readonly skuOwners: ReadonlyMap<string, string>;
  readonly categories: readonly CategoryOrBrand[];
  readonly brands: readonly CategoryOrBrand[];
  readonly lastRanks: ReadonlyMap<string, number>;
  readonly now: Date;
}

export interface ChangedProduct {
  readonly product: StoredProduct;
  readonly columns: readonly ProductColumn[];
  readonly before: ProductCells;
  readonly after: ProductCells;
}

export interface ImportPlan {
  readonly created: readonly StoredProduct[];
  readonly changed: readonly ChangedProduct[];
  readonly unchanged: number;
  readonly errors: readonly FileError[];
}

/** `npm run seed -- --fresh` takes these away. */
const GENERATED = 'gen-';

/** A stored product as a file would have it. */
export const toCells = ({ row, variants }: StoredProduct): ProductCells => ({
  id: row.id,
  store: row.store,
  sku: row.sku,
  name: row.name,
  category: row.category,
  brand: row.brand,
  price: row.price_cents,
  original_price: row.original_price_cents,
  stock: variants.length > 0 ? null : row.stock,
  seller: row.seller_name,
  material: row.material,
  stone: row.stone,
  color: row.color,
  unit: row.unit,
  popular: row.popular,
  featured_rank: row.featured_rank,
  images: row.images,
  short_description: row.short_description,
  description: row.description,
  features: row.features,
  specifications: row.specifications,
  variant_label: row.variant_label,
  variants,
  store_features: row.store_features,
});

type OptionalCells = Omit<ProductCells, (typeof REQUIRED_COLUMNS)[number]>;

const emptyCells = ({ store }: Pick<ProductCells, 'store'>, rank: number): OptionalCells => ({
  original_price: null,
  stock: null,
  seller: SELLER_NAMES[store],
  material: '',
  stone: '',
  color: '',
  unit: null,
  popular: false,
  featured_rank: rank,
  images: [],
  features: [],
  specifications: [],
  variant_label: '',
  variants: [],
  store_features: {},
});

const shelfOf = (shelves: readonly CategoryOrBrand[], store: string, slug: string): CategoryOrBrand | undefined =>
  shelves.find((shelf) => shelf.store === store && shelf.slug === slug);

const explainShelf = (shelves: readonly CategoryOrBrand[], store: string): string =>
  `is not one of ${store}: ${shelves
    .filter((shelf) => shelf.store === store)
    .map(({ slug }) => slug)
    .join(', ')}`;

/** What can only be judged beside other columns and other products. */
const checkProduct = (
  line: number,
  cells: ProductCells,
  { stored, skuOwners, categories, brands }: ImportContext,
): FileError[] => {
  const errors: FileError[] = [];
  const note = (column: ProductColumn, message: string): void => void errors.push({ line, column, message });
  const owner = skuOwners.get(cells.sku);
  if (owner !== undefined && owner !== cells.id) note('sku', `belongs to the product ${owner}`);
  if (!stored.has(cells.id) && cells.id.startsWith(GENERATED))
    note('id', `must not begin with "${GENERATED}", which is for generated products`);
  if (!shelfOf(categories, cells.store, cells.category)) note('category', explainShelf(categories, cells.store));
  if (!shelfOf(brands, cells.store, cells.brand)) note('brand', explainShelf(brands, cells.store));
  if (cells.original_price !== null && cells.original_price <= cells.price)
    note('original_price', `must be above the price of ${formatDollars(cells.price)}`);
  if (cells.variants.length > 0) {
    const lowest = Math.min(...cells.variants.map(({ price_cents }) => price_cents));
    if (cells.price !== lowest) note('price', `must be that of the cheapest variant, ${formatDollars(lowest)}`);
    if (cells.stock !== null) note('stock', 'must be empty: the variants have the stock');
    if (cells.variant_label === '') note('variant_label', 'must say what a variant is called, such as Ring size');
  }
  return errors;
};

const sumStock = (variants: readonly VariantRow[]): number => variants.reduce((sum, { stock }) => sum + stock, 0);

const stockOf = (cells: ProductCells, before: StoredProduct | undefined): number => {
  if (cells.variants.length === 0) return cells.stock ?? before?.row.stock ?? 0;
  // What a page shows as the product's own stock is what its variants had when they were written last.
  return before && isDeepStrictEqual(before.variants, cells.variants) ? before.row.stock : sumStock(cells.variants);
};

const toStored = (
  cells: ProductCells,
  before: StoredProduct | undefined,
  names: { readonly category: string; readonly brand: string },
  now: Date,
): StoredProduct => {
  const row: ProductRow = {
    id: cells.id,
    store: cells.store,
    sku: cells.sku,
    name: cells.name,
    category: cells.category,
    category_name: names.category,
    brand: cells.brand,
    brand_name: names.brand,
    price_cents: cells.price,
    original_price_cents: cells.original_price,
    offer: computeOfferPercent(cells.price, cells.original_price),
    price_from: new Set(cells.variants.map(({ price_cents }) => price_cents)).size > 1,
    seller_name: cells.seller,
    rating_tenths: before?.row.rating_tenths ?? 0,
    review_count: before?.row.review_count ?? 0,
    rating_counts: before?.row.rating_counts ?? [0, 0, 0, 0, 0],
    stock: stockOf(cells, before),
    material: cells.material,
    stone: cells.stone,
    color: cells.color,
    unit: cells.unit,
    popular: cells.popular,
    featured_rank: cells.featured_rank ?? 0,
    image: cells.images[0]?.url ?? '',
    hover_image: cells.images[1]?.url ?? null,
    images: cells.images,
    short_description: cells.short_description,
    description: cells.description,
    features: cells.features,
    specifications: cells.specifications,
    variant_label: cells.variant_label,
    store_features: cells.store_features,
    search_text: buildSearchText({
      ...cells,
      shortDescription: cells.short_description,
      categoryName: names.category,
      brandName: names.brand,
    }),
    created_at: before?.row.created_at ?? now.toISOString(),
    imported_at: now.toISOString(),
  };
  return { row, variants: cells.variants };
};

/** An empty cell for a number that the shop knows already leaves it as it is. */
const completeCells = (cells: ParsedProduct['cells'], base: OptionalCells): ProductCells => {
  const merged = { ...base, ...cells };
  const hasVariants = merged.variants.length > 0;
  return {
    ...merged,
    // Whose variants went has a stock of its own again, and the other way round.
    stock: cells.stock ?? (hasVariants ? null : (base.stock ?? 0)),
    featured_rank: cells.featured_rank ?? base.featured_rank,
  };
};

/** What an import would do, and all that is wrong with it; nothing is written. */
export const planImport = (products: readonly ParsedProduct[], surroundings: ImportContext): ImportPlan => {
  const { stored, categories, brands, lastRanks, now } = surroundings;
  const created: StoredProduct[] = [];
  const changed: ChangedProduct[] = [];
  const errors: FileError[] = [];
  const nextRanks = new Map(lastRanks);
  let unchanged = 0;
  for (const { line, cells: given } of products) {
    const known = stored.get(given.id);
    const rank = (nextRanks.get(given.store) ?? -1) + 1;
    const before = known && toCells(known);
    const cells = completeCells(given, before ?? emptyCells(given, rank));
    errors.push(...checkProduct(line, cells, surroundings));
    const names = {
      category: shelfOf(categories, cells.store, cells.category)?.name ?? '',
      brand: shelfOf(brands, cells.store, cells.brand)?.name ?? '',
    };
    const product = toStored(cells, known, names, now);
    if (!known || !before) {
      nextRanks.set(given.store, Math.max(rank, product.row.featured_rank));
      created.push(product);
      continue;
    }
    const columns = PRODUCT_COLUMNS.filter((column) => !isDeepStrictEqual(before[column], cells[column]));
    if (columns.length > 0) changed.push({ product, columns, before, after: cells });
    else unchanged += 1;
  }
  return { created, changed, unchanged, errors };
};
