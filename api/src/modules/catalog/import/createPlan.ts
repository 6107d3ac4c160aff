import { createHash } from 'node:crypto';
import type { ProductImage } from '@shop/contracts';
import type { Queryable } from '../../../database/Database';
import {
  findAllBrands,
  findAllCategories,
  findLastRanks,
  findSkuOwners,
  findStoredProducts,
} from '../productsImportRepository';
import { findTargets } from './findTargets';
import type { ImportProblem } from './ImportProblem';
import { planImport, type ImportOptions, type ImportPlan } from './planImport';
import { isPictureFile } from './productCells';
import type { ProductFile } from './readProductFile';

/** Finds pictures by the names of their files. */
export type FindPictures = (names: readonly string[]) => Promise<ReadonlyMap<string, ProductImage>>;

export interface PlanInput {
  readonly file: ProductFile;
  readonly options: ImportOptions;
  readonly findPictures: FindPictures;
  readonly now: Date;
}

/** A plan with what the file itself says. */
export interface FilePlan extends ImportPlan {
  readonly notices: readonly ImportProblem[];
  readonly hash: string;
}

/** Names a file with its options: who applies a plan says which one. */
export const hashPlan = ({ hash }: ProductFile, { store, category, brand, create }: ImportOptions): string =>
  createHash('sha256')
    .update(JSON.stringify([hash, store, category, brand, create === true]))
    .digest('hex');

const listPictures = ({ products }: ProductFile): string[] => [
  ...new Set(
    products.flatMap(({ cells: { images = [], variants = [] } }) => [
      ...images.flatMap((image) => ('file' in image ? [image.file] : [])),
      ...variants.flatMap(({ image }) => (image !== null && isPictureFile(image) ? [image] : [])),
    ]),
  ),
];

/** Reads what the database has of a file's products, and plans their import. */
export const createPlan = async (
  connection: Queryable,
  { file, options, findPictures, now }: PlanInput,
  lockRows = false,
): Promise<FilePlan> => {
  const { products } = file;
  const skuOwners = await findSkuOwners(
    connection,
    products.flatMap(({ cells: { sku } }) => sku ?? []),
  );
  const { targets, problems } = await findTargets(connection, products, skuOwners);
  const stored = await findStoredProducts(
    connection,
    [...targets.values()].map(({ id }) => id),
    lockRows,
  );
  const pictures = listPictures(file);
  const plan = await planImport(products, {
    targets,
    stored: new Map(stored.map((product) => [product.row.id, product])),
    skuOwners,
    categories: await findAllCategories(connection),
    brands: await findAllBrands(connection),
    lastRanks: await findLastRanks(connection),
    pictures: pictures.length > 0 ? await findPictures(pictures) : new Map<string, ProductImage>(),
    options,
    now,
  });
  return {
    ...plan,
    problems: [...file.problems, ...problems, ...plan.problems],
    notices: file.notices,
    hash: hashPlan(file, options),
  };
};
