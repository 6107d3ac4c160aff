import { isDeepStrictEqual } from 'node:util';
import { ATTRIBUTES, mapFacets } from '@shop/contracts';
import { computeOfferPercent, buildSearchText, findMeasure } from '../derivedColumns';
import { buildAttributes } from '../productAttributes';
import type { ProductRow, CategoryOrBrand, StoredProduct, VariantRow } from '../productsImportRepository';
import { hasFeature } from '../hasFeature';
import { findSeller } from '../findSeller';
import { formatDollars } from '../../../csv/dollars';
import type { ParsedProduct } from './parseProducts';
import { PRODUCT_COLUMNS, type REQUIRED_COLUMNS, type ProductCells, type ProductColumn } from './productCells';
import type { ImportProblem } from './ImportProblem';

/** Data of the database that an import needs. */
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
  readonly problems: readonly ImportProblem[];
}

/** Prefix of generated products, which `npm run seed -- --fresh` deletes. */
const GENERATED_ID_PREFIX = 'gen-';

/** Converts a stored product to the cells of a file. */
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
  ...mapFacets(ATTRIBUTES, ({ id }) => row.attributes[id] ?? ''),
  unit: row.unit,
  net_weight: variants.length > 0 ? null : row.measure,
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

const buildDefaultCells = ({ store }: Pick<ProductCells, 'store'>, rank: number): OptionalCells => ({
  original_price: null,
  stock: null,
  seller: findSeller(store),
  ...mapFacets(ATTRIBUTES, () => ''),
  unit: null,
  net_weight: null,
  popular: false,
  featured_rank: rank,
  images: [],
  features: [],
  specifications: [],
  variant_label: '',
  variants: [],
  store_features: {},
});

const findCategoryOrBrand = (
  choices: readonly CategoryOrBrand[],
  store: string,
  slug: string,
): CategoryOrBrand | undefined => choices.find((choice) => choice.store === store && choice.slug === slug);

const describeChoices = (choices: readonly CategoryOrBrand[], store: string): string =>
  `is not one of ${store}: ${choices
    .filter((choice) => choice.store === store)
    .map(({ slug }) => slug)
    .join(', ')}`;

/** Checks rules that involve several columns or other products. */
const checkProduct = (
  line: number,
  cells: ProductCells,
  { stored, skuOwners, categories, brands }: ImportContext,
): ImportProblem[] => {
  const problems: ImportProblem[] = [];
  const reportError = (column: ProductColumn, message: string): void => void problems.push({ line, column, message });
  const owner = skuOwners.get(cells.sku);
  if (owner !== undefined && owner !== cells.id) reportError('sku', `belongs to the product ${owner}`);
  if (!stored.has(cells.id) && cells.id.startsWith(GENERATED_ID_PREFIX))
    reportError('id', `must not begin with "${GENERATED_ID_PREFIX}", which is for generated products`);
  if (!findCategoryOrBrand(categories, cells.store, cells.category))
    reportError('category', describeChoices(categories, cells.store));
  if (!findCategoryOrBrand(brands, cells.store, cells.brand))
    reportError('brand', describeChoices(brands, cells.store));
  if (cells.original_price !== null && cells.original_price <= cells.price)
    reportError('original_price', `must be above the price of ${formatDollars(cells.price)}`);
  if (cells.variants.length > 0) {
    const lowest = Math.min(...cells.variants.map(({ price_cents }) => price_cents));
    if (cells.price !== lowest) reportError('price', `must be that of the cheapest variant, ${formatDollars(lowest)}`);
    if (cells.stock !== null) reportError('stock', 'must be empty: the variants have the stock');
    if (cells.net_weight !== null) reportError('net_weight', 'must be empty: the variants have the weights');
    if (cells.variant_label === '')
      reportError('variant_label', 'must say what a variant is called, such as Ring size');
  }
  const urls = new Set(cells.images.map(({ url }) => url));
  for (const { id, image } of cells.variants)
    if (image !== null && !urls.has(image))
      reportError('variants', `shows ${id} with ${image}, which is not in images`);
  const isWeighed = cells.net_weight !== null || cells.variants.some(({ measure }) => measure !== null);
  if (isWeighed && !hasFeature(cells.store, 'weight-options'))
    reportError(cells.net_weight ? 'net_weight' : 'variants', `has a weight; ${cells.store} does not sell by weight`);
  return problems;
};

const sumStock = (variants: readonly VariantRow[]): number => variants.reduce((sum, { stock }) => sum + stock, 0);

const computeStock = (cells: ProductCells, before: StoredProduct | undefined): number => {
  if (cells.variants.length === 0) return cells.stock ?? before?.row.stock ?? 0;
  // A product's own stock is the sum of its variants' stock when they were last written.
  return before && isDeepStrictEqual(before.variants, cells.variants) ? before.row.stock : sumStock(cells.variants);
};

const toStored = (
  cells: ProductCells,
  before: StoredProduct | undefined,
  names: { readonly category: string; readonly brand: string },
  now: Date,
): StoredProduct => {
  const attributes = buildAttributes(
    mapFacets(ATTRIBUTES, ({ id }) => cells[id]),
    before?.row.attributes,
  );
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
    price_from: cells.variants.length > 0,
    seller_name: cells.seller,
    rating_tenths: before?.row.rating_tenths ?? 0,
    review_count: before?.row.review_count ?? 0,
    rating_counts: before?.row.rating_counts ?? [0, 0, 0, 0, 0],
    stock: computeStock(cells, before),
    attributes,
    unit: cells.unit,
    measure: findMeasure(cells.net_weight, cells.variants),
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
      attributes,
    }),
    created_at: before?.row.created_at ?? now.toISOString(),
    imported_at: now.toISOString(),
  };
  return { row, variants: cells.variants };
};

/** Fills in missing columns. An empty stock or rank keeps the stored value. */
const completeCells = (cells: ParsedProduct['cells'], base: OptionalCells): ProductCells => {
  const merged = { ...base, ...cells };
  const hasVariants = merged.variants.length > 0;
  return {
    ...merged,
    // Without variants the product has its own stock; with variants it has none.
    stock: cells.stock ?? (hasVariants ? null : (base.stock ?? 0)),
    featured_rank: cells.featured_rank ?? base.featured_rank,
  };
};

/** Computes the changes and errors of an import without writing anything. */
export const planImport = (products: readonly ParsedProduct[], context: ImportContext): ImportPlan => {
  const { stored, categories, brands, lastRanks, now } = context;
  const created: StoredProduct[] = [];
  const changed: ChangedProduct[] = [];
  const problems: ImportProblem[] = [];
  const nextRanks = new Map(lastRanks);
  let unchanged = 0;
  for (const { line, cells: given } of products) {
    const existing = stored.get(given.id);
    const rank = (nextRanks.get(given.store) ?? -1) + 1;
    const before = existing && toCells(existing);
    const cells = completeCells(given, before ?? buildDefaultCells(given, rank));
    problems.push(...checkProduct(line, cells, context));
    const names = {
      category: findCategoryOrBrand(categories, cells.store, cells.category)?.name ?? '',
      brand: findCategoryOrBrand(brands, cells.store, cells.brand)?.name ?? '',
    };
    const product = toStored(cells, existing, names, now);
    if (!existing || !before) {
      nextRanks.set(given.store, Math.max(rank, product.row.featured_rank));
      created.push(product);
      continue;
    }
    const columns = PRODUCT_COLUMNS.filter((column) => !isDeepStrictEqual(before[column], cells[column]));
    if (columns.length > 0) changed.push({ product, columns, before, after: cells });
    else unchanged += 1;
  }
  return { created, changed, unchanged, problems };
};
