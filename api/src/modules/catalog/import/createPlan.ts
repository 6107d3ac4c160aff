import type { ProductImage } from '@shop/contracts';
import type { Queryable } from '../../../database/Database';
import {
  findAllBrands,
  findAllCategories,
  findLastRanks,
  findSkuOwners,
  findStoredProducts,
} from '../productsImportRepository';
import { findSellers } from '../findSellers';
import { findTargets } from './findTargets';
import { hashPlan } from './hashPlan';
import type { ImportProblem } from './ImportProblem';
import { planImport, type ImportOptions, type ImportPlan } from './planImport';
import { isPictureFile } from './productCells';
import type { ProductFile } from './readProductFile';

/** Finds pictures by the names of their files. */
export type FindPictures = (
  connection: Queryable,
  names: readonly string[],
) => Promise<ReadonlyMap<string, ProductImage>>;

export interface PlanInput {
  readonly file: ProductFile;
  readonly options: ImportOptions;
  readonly findPictures: FindPictures;
  readonly now: Date;
  readonly onProgress?: (planned: number, total: number) => void;
}

/** A plan with what the file itself says. */
export interface FilePlan extends ImportPlan {
  readonly notices: readonly ImportProblem[];
  /** Of what it writes: see hashPlan. */
  readonly hash: string;
}

/** Lists the names of files by which a file names pictures. */
export const listPictures = ({ products }: ProductFile): string[] => [
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
  { file, options, findPictures, now, onProgress }: PlanInput,
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
    categories: await findAllCategories(connection, lockRows),
    brands: await findAllBrands(connection, lockRows),
    lastRanks: await findLastRanks(connection),
    sellers: await findSellers(connection),
    pictures: pictures.length > 0 ? await findPictures(connection, pictures) : new Map<string, ProductImage>(),
    options,
    now,
    onProgress,
  });
  return {
    ...plan,
    problems: [...file.problems, ...problems, ...plan.problems],
    notices: file.notices,
    hash: await hashPlan(file, plan, options),
  };
};
