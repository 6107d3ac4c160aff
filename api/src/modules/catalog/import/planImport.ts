import { isDeepStrictEqual } from 'node:util';
import { ATTRIBUTES, mapFacets, type ProductImage, type StorefrontSlug } from '@shop/contracts';
import { computeOfferPercent, buildSearchText, findMeasure } from '../derivedColumns';
import type { Sellers } from '../findSellers';
import { buildAttributes } from '../productAttributes';
import type {
  CategoryOrBrand,
  ProductRow,
  StoredProduct,
  VariantRow,
  WrittenProduct,
} from '../productsImportRepository';
import { checkProduct, describeChoices } from './checkProduct';
import { chooseGroup } from './chooseGroup';
import type { Target } from './findTargets';
import type { ImportProblem } from './ImportProblem';
import type { ParsedProduct } from './parseProducts';
import { withPauses } from './pauses';
import {
  isPictureFile,
  PRODUCT_COLUMNS,
  REQUIRED_COLUMNS,
  type ProductCells,
  type ProductColumn,
} from './productCells';

/** What is said once for the whole file. */
export interface ImportOptions {
  /** The storefront of new products that name none. */
  readonly store?: StorefrontSlug;
  /** The category of new products that name none that exists. */
  readonly category?: string;
  readonly brand?: string;
  /** Makes the categories and brands that do not exist. */
  readonly create?: boolean;
}

/** Data of the database that an import needs. */
export interface ImportContext {
  readonly targets: ReadonlyMap<ParsedProduct, Target>;
  readonly stored: ReadonlyMap<string, StoredProduct>;
  readonly skuOwners: ReadonlyMap<string, string>;
  readonly categories: readonly CategoryOrBrand[];
  readonly brands: readonly CategoryOrBrand[];
  readonly lastRanks: ReadonlyMap<string, number>;
  readonly sellers: Sellers;
  /** Pictures by the names of their files. */
  readonly pictures: ReadonlyMap<string, ProductImage>;
  readonly options: ImportOptions;
  readonly now: Date;
  readonly onProgress?: ((planned: number, total: number) => void) | undefined;
}

export interface ChangedProduct {
  readonly product: WrittenProduct;
  readonly previous: StoredProduct;
  readonly columns: readonly ProductColumn[];
  readonly before: ProductCells;
  readonly after: ProductCells;
}

export interface ImportPlan {
  readonly created: readonly WrittenProduct[];
  readonly changed: readonly ChangedProduct[];
  readonly unchanged: number;
  readonly problems: readonly ImportProblem[];
  /** Categories and brands that do not exist: they are made with `create`. */
  readonly newCategories: readonly CategoryOrBrand[];
  readonly newBrands: readonly CategoryOrBrand[];
  /** Pictures of another shop that are not brought in: the message is the address. */
  readonly leftOut: readonly ImportProblem[];
}

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
  status: row.status,
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

type OptionalCells = Omit<ProductCells, 'id' | (typeof REQUIRED_COLUMNS)[number]>;

const buildDefaultCells = (seller: string, rank: number): OptionalCells => ({
  original_price: null,
  stock: null,
  status: 'published',
  seller,
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

const sumStock = (variants: readonly VariantRow[]): number => variants.reduce((sum, { stock }) => sum + stock, 0);

const computeStock = (cells: ProductCells, before: StoredProduct | undefined): number => {
  if (cells.variants.length === 0) return cells.stock ?? before?.row.stock ?? 0;
  // A product's own stock is the sum of its variants' stock when they were last written.
  return before && isDeepStrictEqual(before.variants, cells.variants) ? before.row.stock : sumStock(cells.variants);
};

/** Displayed names. */
interface GroupNames {
  readonly category: string;
  readonly brand: string;
}

export const deriveSearchText = (row: Omit<ProductRow, 'search_text'>): ProductRow => ({
  ...row,
  search_text: buildSearchText({
    name: row.name,
    shortDescription: row.short_description,
    description: row.description,
    category: row.category,
    categoryName: row.category_name,
    brand: row.brand,
    brandName: row.brand_name,
    attributes: row.attributes,
  }),
});

const toWritten = (
  cells: ProductCells,
  before: StoredProduct | undefined,
  names: GroupNames,
  now: Date,
): WrittenProduct => {
  const row = deriveSearchText({
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
    attributes: buildAttributes(
      mapFacets(ATTRIBUTES, ({ id }) => cells[id]),
      before?.row.attributes,
    ),
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
    status: cells.status,
    version: before ? before.row.version + 1 : 0,
    created_at: before?.row.created_at ?? now.toISOString(),
    imported_at: now.toISOString(),
  });
  return { row, variants: cells.variants };
};

/** Fills in missing columns. An empty stock, rank or status keeps the stored value. */
const completeCells = (given: Partial<ProductCells>, base: Partial<ProductCells> & OptionalCells): ProductCells => {
  // New products have been checked for what they need.
  const merged = { ...base, ...given } as ProductCells;
  const hasVariants = merged.variants.length > 0;
  return {
    ...merged,
    // Without variants the product has its own stock; with variants it has none.
    stock: given.stock ?? (hasVariants ? null : (base.stock ?? 0)),
    featured_rank: given.featured_rank ?? base.featured_rank,
    status: given.status ?? base.status,
  };
};

/** The rows of a file about one product. */
interface ProductRows {
  own?: ParsedProduct;
  readonly variants: { readonly variantId: string; readonly row: ParsedProduct }[];
}

const isNamedOtherwise = ({ cells: a }: ParsedProduct, { cells: b }: ParsedProduct): boolean =>
  (a.id === undefined || a.id !== b.id) && a.sku !== b.sku;

const groupByProduct = (
  products: readonly ParsedProduct[],
  targets: ImportContext['targets'],
  problems: ImportProblem[],
): ReadonlyMap<string, ProductRows> => {
  const groups = new Map<string, ProductRows>();
  for (const row of products) {
    const target = targets.get(row);
    if (!target) continue;
    const group = groups.get(target.id) ?? { variants: [] };
    groups.set(target.id, group);
    if (target.variantId !== undefined) group.variants.push({ variantId: target.variantId, row });
    else if (!group.own) group.own = row;
    // The same id or SKU twice has been reported.
    else if (isNamedOtherwise(group.own, row))
      problems.push({
        line: row.line,
        column: row.cells.id === undefined ? 'sku' : 'id',
        message: `names the product ${target.id}, as line ${group.own.line} does`,
      });
  }
  return groups;
};

/** What a row with the SKU of a variant may say. */
const VARIANT_COLUMNS: readonly string[] = ['sku', 'price', 'stock'];
type GroupKind = 'category' | 'brand';

/** Plans one product after the other: they share the ranks and what is made. */
class Planner {
  readonly created: WrittenProduct[] = [];
  readonly changed: ChangedProduct[] = [];
  readonly problems: ImportProblem[] = [];
  readonly leftOut: ImportProblem[] = [];
  readonly made = { category: new Map<string, CategoryOrBrand>(), brand: new Map<string, CategoryOrBrand>() };
  unchanged = 0;
  private readonly nextRanks: Map<string, number>;

  constructor(private readonly context: ImportContext) {
    this.nextRanks = new Map(context.lastRanks);
  }

  plan(id: string, rows: ProductRows): void {
    const { own } = rows;
    const existing = this.context.stored.get(id);
    const before = existing && toCells(existing);
    const line = own?.line ?? rows.variants[0]?.row.line ?? 0;
    const report = (column: ProductColumn, message: string, cause?: string): void =>
      void this.problems.push({ ...(own?.places?.[column] ?? { line, column }), message, ...(cause && { cause }) });

    const store = own?.cells.store ?? before?.store ?? this.context.options.store;
    const groups = store && {
      category: this.chooseGroup('category', store, own, existing, report),
      brand: this.chooseGroup('brand', store, own, existing, report),
    };
    const given: Partial<ProductCells> = {
      ...(own && this.readCells(own, report)),
      id,
      ...(store && { store }),
      ...(groups?.category && { category: groups.category.slug }),
      ...(groups?.brand && { brand: groups.brand.slug }),
    };
    const missing = existing ? [] : REQUIRED_COLUMNS.filter((column) => given[column] === undefined);
    if (!store || missing.length > 0) {
      // A category or brand that does not exist has been reported.
      const unnamed = missing.filter((column) => !isNamed(own, column));
      if (unnamed.length > 0)
        this.problems.push({
          line,
          column: '',
          message: `is a new product, which needs ${unnamed.join(', ')}`,
          cause: `needs ${unnamed.join()}`,
        });
      return;
    }
    const rank = (this.nextRanks.get(store) ?? -1) + 1;
    const completed = completeCells(given, before ?? buildDefaultCells(this.context.sellers[store], rank));
    const cells = this.changeVariants(completed, rows, given.price !== undefined);
    checkProduct(cells, { isNew: !existing, skuOwners: this.context.skuOwners }, report);
    const names = { category: groups?.category?.name ?? '', brand: groups?.brand?.name ?? '' };
    const product = toWritten(cells, existing, names, this.context.now);
    if (!existing || !before) {
      this.nextRanks.set(store, Math.max(rank, product.row.featured_rank));
      this.created.push(product);
      return;
    }
    const columns = PRODUCT_COLUMNS.filter((column) => !isDeepStrictEqual(before[column], cells[column]));
    if (columns.length > 0) this.changed.push({ product, previous: existing, columns, before, after: cells });
    else this.unchanged += 1;
  }

  /** Chooses the category or brand, and keeps in mind what would have to be made. */
  private chooseGroup(
    kind: GroupKind,
    store: StorefrontSlug,
    own: ParsedProduct | undefined,
    existing: StoredProduct | undefined,
    report: (column: ProductColumn, message: string, cause?: string) => void,
  ): Pick<CategoryOrBrand, 'slug' | 'name'> | undefined {
    const { options } = this.context;
    const groups = kind === 'category' ? this.context.categories : this.context.brands;
    const kept = existing && { slug: existing.row[kind], name: existing.row[`${kind}_name`] };
    const named = listNames(own, kind);
    if (named.length === 0 && kept && store === existing.row.store) return kept;
    const names = named.length === 0 && kept ? [kept.slug] : named;
    const canCreate = options.create === true;
    // What exists stays where it is, if the file says a place that does not.
    const fallback = kept ? undefined : options[kind];
    const chosen = chooseGroup(groups, store, { names, fallback, canCreate });
    const offered = chosen ?? chooseGroup(groups, store, { names, fallback, canCreate: true });
    if (offered?.isNew) this.made[kind].set(`${store} ${offered.group.slug}`, offered.group);
    if (chosen) return chosen.group;
    if (kept && options[kind] !== undefined) return kept;
    if (names[0] !== undefined || fallback !== undefined)
      report(kind, describeChoices(groups, store), `${names[0] ?? fallback} is not one of ${store}`);
    return undefined;
  }

  /** Finds the pictures that the cells of a row name. */
  private readCells(
    { cells: { status, images, variants, ...cells }, places, line }: ParsedProduct,
    report: (column: ProductColumn, message: string) => void,
  ): Partial<ProductCells> {
    const { pictures } = this.context;
    const found = images?.flatMap((image) => {
      if (!('file' in image)) return [image];
      const picture = pictures.get(image.file);
      if (picture) return [{ ...picture, alt: image.alt || picture.alt || cells.name || image.file }];
      if (image.url === undefined) report('images', `names ${image.file}, which is not among the pictures`);
      else this.leftOut.push({ ...(places?.images ?? { line, column: 'images' }), message: image.url });
      return [];
    });
    // Of another shop, whose pictures nobody has brought in, those of the product stay.
    const isForeign = images?.some((image) => 'url' in image && 'file' in image) && found?.length === 0;
    return {
      ...cells,
      ...(status && { status }),
      ...(found && !isForeign && { images: found }),
      ...(variants && {
        variants: variants.map((variant) => {
          if (variant.image === null || !isPictureFile(variant.image)) return variant;
          const picture = pictures.get(variant.image);
          if (!picture && !places)
            report('variants', `shows ${variant.id} with ${variant.image}, which is not among the pictures`);
          return { ...variant, image: picture?.url ?? null };
        }),
      }),
    };
  }

  /** Applies rows with SKUs of variants. The product costs what its cheapest variant costs. */
  private changeVariants(cells: ProductCells, { variants: rows }: ProductRows, isPriced: boolean): ProductCells {
    if (rows.length === 0) return cells;
    const variants = cells.variants.map((variant) => {
      const { cells: given = {} } = rows.find(({ variantId }) => variantId === variant.id)?.row ?? {};
      return { ...variant, price_cents: given.price ?? variant.price_cents, stock: given.stock ?? variant.stock };
    });
    for (const { variantId, row } of rows) {
      if (!variants.some(({ id }) => id === variantId))
        this.problems.push({
          line: row.line,
          column: 'sku',
          message: `is of a variant of ${cells.id} that the file removes`,
        });
      for (const column of Object.keys(row.cells))
        if (!VARIANT_COLUMNS.includes(column))
          this.problems.push({
            line: row.line,
            column,
            message: `cannot be changed of a variant of ${cells.id}: only its price and stock can`,
            cause: 'cannot be changed of a variant',
          });
    }
    const price = Math.min(...variants.map(({ price_cents }) => price_cents));
    return { ...cells, variants, ...(!isPriced && { price }) };
  }
}

/** What a row calls its category or brand. */
const listNames = (own: ParsedProduct | undefined, kind: GroupKind): readonly string[] => {
  const names = kind === 'category' ? own?.categoryNames : own?.brandName === undefined ? undefined : [own.brandName];
  const slug = own?.cells[kind];
  return names ?? (slug === undefined ? [] : [slug]);
};

/** Whether it has been said that what a row names does not exist. */
const isNamed = (own: ParsedProduct | undefined, column: ProductColumn): boolean =>
  (column === 'category' || column === 'brand') && listNames(own, column).length > 0;

/** Computes the changes and problems of an import without writing anything. */
export const planImport = async (products: readonly ParsedProduct[], context: ImportContext): Promise<ImportPlan> => {
  const planner = new Planner(context);
  const groups = groupByProduct(products, context.targets, planner.problems);
  const pause = (count: number): void => context.onProgress?.(count, groups.size);
  for await (const [id, rows] of withPauses(groups, pause)) planner.plan(id, rows);
  const { created, changed, unchanged, problems, leftOut, made } = planner;
  return {
    created,
    changed,
    unchanged,
    problems,
    leftOut,
    newCategories: [...made.category.values()],
    newBrands: [...made.brand.values()],
  };
};
