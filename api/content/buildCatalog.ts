import { ATTRIBUTES, mapFacets } from '@shop/contracts';
import { computeOfferPercent, buildSearchText, findMeasure } from '../src/modules/catalog/derivedColumns';
import { findSeller } from '../src/modules/catalog/findSeller';
import { buildAttributes } from '../src/modules/catalog/productAttributes';
import type { Picture } from './createPictureLookup';
import { listCatalogs } from './data/catalogs';
import type { ContentCatalog } from './data/ContentCatalog';
import type { ContentProduct } from './data/ContentProduct';

/** Rows by table, keyed by column name. */
export interface CatalogRows {
  readonly categories: Record<string, unknown>[];
  readonly brands: Record<string, unknown>[];
  readonly products: Record<string, unknown>[];
  readonly variants: Record<string, unknown>[];
  readonly reviews: Record<string, unknown>[];
}

type StoreCatalog = ReturnType<typeof listCatalogs>[number];
type PictureLookup = (name: string) => Picture | undefined;
type LogoLookup = (name: string) => string;

const DAY_MS = 86_400_000;
/** The shop's opening day. Dates are fixed, so that rows do not depend on the current time. */
const OPENING_DAY = Date.UTC(2026, 8, 1);

const toCents = (dollars: number): number => Math.round(dollars * 100);
const slugify = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const findPictures = (
  catalog: ContentCatalog,
  {
    id,
    pictures = [1, 2, 3, 4].map((number) => `${id}-${number}`),
    variants = [],
  }: Pick<ContentProduct, 'id' | 'pictures' | 'variants'>,
  lookUp: PictureLookup,
): Picture[] =>
  [...new Set([...pictures, ...variants.flatMap(([, , , , picture]) => picture ?? [])])]
    .map((name) => lookUp(`${catalog.folder}/${name}`))
    .filter((image) => image !== undefined);

/** The columns of a product's ratings. */
const rate = ({ id, reviews }: ContentProduct) => {
  if (reviews.length === 0) throw new Error(`${id} has no reviews`);
  const sum = reviews.reduce((total, [, rating]) => total + rating, 0);
  return {
    rating_tenths: Math.round((sum / reviews.length) * 10),
    review_count: reviews.length,
    rating_counts: [1, 2, 3, 4, 5].map((stars) => reviews.filter(([, rating]) => rating === stars).length),
  };
};

const findName = (list: readonly { readonly slug: string; readonly name: string }[], slug: string): string => {
  const name = list.find((entry) => entry.slug === slug)?.name;
  if (name === undefined) throw new Error(`A product names "${slug}", which is not in its catalog`);
  return name;
};

const buildVariantRows = (catalog: ContentCatalog, product: ContentProduct, lookUp: PictureLookup) =>
  (product.variants ?? []).map(([name, price, stock, measure = null, picture], position) => ({
    product_id: product.id,
    id: slugify(name),
    name,
    sku: `${product.sku}-${slugify(name).toUpperCase()}`,
    price_cents: toCents(price),
    stock,
    measure,
    image: (picture && lookUp(`${catalog.folder}/${picture}`)?.url) ?? null,
    position,
  }));

const buildProductRow = (
  catalog: StoreCatalog,
  product: ContentProduct,
  rank: number,
  images: readonly Picture[],
  variants: ReturnType<typeof buildVariantRows>,
): Record<string, unknown> => {
  const categoryName = findName(catalog.categories, product.category);
  const brandName = findName(catalog.brands, product.brand);
  const attributes = buildAttributes(mapFacets(ATTRIBUTES, ({ id }) => product[id] ?? ''));
  return {
    id: product.id,
    store: catalog.store,
    sku: product.sku,
    name: product.name,
    category: product.category,
    category_name: categoryName,
    brand: product.brand,
    brand_name: brandName,
    price_cents: toCents(product.price),
    original_price_cents: product.was === undefined ? null : toCents(product.was),
    offer: computeOfferPercent(toCents(product.price), product.was === undefined ? null : toCents(product.was)),
    price_from: product.variants !== undefined,
    seller_name: findSeller(catalog.store),
    ...rate(product),
    stock: product.variants ? product.variants.reduce((sum, [, , stock]) => sum + stock, 0) : product.stock,
    attributes,
    unit: product.unit ?? null,
    measure: findMeasure(product.measure ?? null, variants),
    popular: product.popular ?? false,
    featured_rank: rank,
    image: images[0]?.url ?? '',
    hover_image: images[1]?.url ?? null,
    images,
    short_description: product.short,
    description: product.description,
    features: product.features,
    specifications: Object.entries(product.specifications).map(([name, value]) => ({ name, value })),
    variant_label: product.variantLabel ?? '',
    store_features: product.storeFeatures,
    search_text: buildSearchText({ ...product, shortDescription: product.short, categoryName, brandName, attributes }),
    created_at: new Date(OPENING_DAY - rank * DAY_MS).toISOString(),
  };
};

const buildReviewRows = (product: ContentProduct, rank: number): Record<string, unknown>[] =>
  product.reviews.map(([userName, rating, comment], index) => ({
    product_id: product.id,
    user_name: userName,
    rating,
    comment,
    created_at: new Date(OPENING_DAY + ((index + 1) * 8 + ((rank * 3) % 8)) * DAY_MS).toISOString(),
  }));

/** Builds the rows of all catalogs. Popular products get the first featured ranks. */
export const buildCatalog = (pictures: PictureLookup, logos: LogoLookup = () => ''): CatalogRows => {
  const rows: CatalogRows = { categories: [], brands: [], products: [], variants: [], reviews: [] };
  for (const catalog of listCatalogs()) {
    const { store } = catalog;
    catalog.categories.forEach(({ slug, name, picture }, position) =>
      rows.categories.push({
        store,
        slug,
        name,
        position,
        image: findPictures(catalog, { id: picture }, pictures)[0]?.url ?? '',
      }),
    );
    catalog.brands.forEach(({ slug, name }, position) =>
      rows.brands.push({ store, slug, name, position, logo: logos(`${catalog.folder}/brands/${slug}`) }),
    );
    const ranked = [...catalog.products].sort((a, b) => Number(b.popular ?? false) - Number(a.popular ?? false));
    ranked.forEach((product, rank) => {
      const variants = buildVariantRows(catalog, product, pictures);
      rows.products.push(buildProductRow(catalog, product, rank, findPictures(catalog, product, pictures), variants));
      rows.variants.push(...variants);
      rows.reviews.push(...buildReviewRows(product, rank));
    });
  }
  return rows;
};
