import path from 'node:path';
import { Closed, StorefrontSlug } from '@shop/contracts';
import { storefronts } from '@shop/contracts/storefronts';
import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { WrittenProduct } from '../src/modules/catalog/productsImportRepository';
import type { Picture } from './createPictureLookup';
import { planGoods } from './planGoods';
import { readRows, refuseProblems } from './readRows';

/** Rows by table, keyed by column name, and products as an import writes them. */
export interface CatalogRows {
  readonly categories: Record<string, unknown>[];
  readonly brands: Record<string, unknown>[];
  readonly products: WrittenProduct[];
  readonly reviews: Record<string, unknown>[];
  /** Ids of products that a deployment takes out of the shop. An order keeps what it has of them. */
  readonly retired: string[];
}

type PictureLookup = (name: string) => Picture | undefined;
type LogoLookup = (name: string) => string;

const goodsFolder = path.join(__dirname, 'goods');
const DAY_MS = 86_400_000;
/** The shop's opening day. Dates are fixed, so that rows do not depend on the current time. */
const OPENING_DAY = new Date('2026-09-01');

const Line = Type.String({ minLength: 1 });
const Group = Closed({
  kind: Type.Union([Type.Literal('category'), Type.Literal('brand')]),
  store: StorefrontSlug,
  slug: Line,
  name: Line,
  /** Name of its file, for a brand of its mark in `brands/`; '' for none. */
  picture: Type.String(),
});
const Review = Closed({
  product: Line,
  customer: Line,
  rating: Type.String({ maxLength: 1, pattern: /^[1-5]$/.source }),
  day: Type.String({ maxLength: 10, pattern: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.source }),
  comment: Line,
});
const Retired = Closed({ product: Line });

/** The columns of a product's ratings. */
const rate = (ratings: readonly number[]) => ({
  rating_tenths: Math.round((ratings.reduce((sum, stars) => sum + stars, 0) / ratings.length) * 10),
  review_count: ratings.length,
  rating_counts: [1, 2, 3, 4, 5].map((stars) => ratings.filter((rating) => rating === stars).length),
});

/** Adds what no file of a merchant says: the ratings, and a day for each rank. Nobody has imported the product. */
const dateAndRate = ({ row, variants }: WrittenProduct, reviews: readonly Static<typeof Review>[]): WrittenProduct => {
  const ratings = reviews.flatMap(({ product, rating }) => (product === row.id ? [Number(rating)] : []));
  return {
    row: {
      ...row,
      ...(ratings.length > 0 && rate(ratings)),
      created_at: new Date(OPENING_DAY.getTime() - row.featured_rank * DAY_MS).toISOString(),
      imported_at: null,
    },
    variants,
  };
};

type FindPicture = (file: string) => Picture | undefined;
/** Returns the URL of a group's picture; '' if it names none. */
const findImage = (groups: string, { picture, line }: { picture: string; line: number }, find: FindPicture): string => {
  if (picture === '') return '';
  const url = find(picture)?.url;
  const message = `names ${picture}, which is not among the pictures`;
  refuseProblems(groups, url === undefined ? [{ line, column: 'picture', message }] : []);
  return url ?? '';
};

const toReviewRow = ({ product, customer, rating, day, comment }: Static<typeof Review>): Record<string, unknown> => ({
  product_id: product,
  user_name: customer,
  rating: Number(rating),
  comment,
  created_at: new Date(day).toISOString(),
});

/**
 * Builds the rows of all catalogs from the files in `goods/`: products as the import of a merchant's file reads, checks
 * and plans them.
 * @throws {Error} that names each problem by file, line and column.
 */
export const buildCatalog = async (
  pictures: PictureLookup,
  logos: LogoLookup = () => '',
  folder = goodsFolder,
): Promise<CatalogRows> => {
  const toFile = (name: string): string => path.join(folder, `${name}.csv`);
  const groups = await readRows(toFile('groups'), Group);
  const reviews = await readRows(toFile('reviews'), Review);
  const retired = (await readRows(toFile('retired'), Retired)).map(({ product }) => product);
  const rows: CatalogRows = { categories: [], brands: [], products: [], reviews: [], retired };
  for (const { id, slug: store } of Object.values(storefronts)) {
    const findPicture: FindPicture = (file) => pictures(`${id}/${file.replace(/\.webp$/, '')}`);
    const own = groups.filter((group) => group.store === store);
    const categories = own.filter(({ kind }) => kind === 'category');
    const brands = own.filter(({ kind }) => kind === 'brand');
    categories.forEach(({ slug, name, ...group }, position) => {
      rows.categories.push({ store, slug, name, position, image: findImage(toFile('groups'), group, findPicture) });
    });
    brands.forEach(({ slug, name, picture }, position) => {
      const logo = picture === '' ? '' : logos(`${id}/brands/${picture.replace(/\.svg$/, '')}`);
      rows.brands.push({ store, slug, name, position, logo });
    });
    const products = await planGoods(toFile(id), { store, categories, brands, findPicture, now: OPENING_DAY });
    rows.products.push(...products.map((product) => dateAndRate(product, reviews)));
  }
  const ids = new Set(rows.products.map(({ row }) => row.id));
  refuseProblems(
    toFile('reviews'),
    reviews.flatMap(({ product, line }) =>
      ids.has(product) ? [] : [{ line, column: 'product', message: `names ${product}, which is in no file` }],
    ),
  );
  rows.reviews.push(...reviews.map(toReviewRow));
  return rows;
};
