import type { Queryable } from '../../../database/Database';
import { writeProducts, writeVariants } from '../productsImportRepository';
import type { ImportPlan } from './planImport';

export const writePlan = async (connection: Queryable, { created, changed }: ImportPlan): Promise<void> => {
  await writeProducts(
    connection,
    [...created, ...changed.map(({ product }) => product)].map(({ row }) => row),
  );
  const withOtherVariants = changed.filter(({ columns }) => columns.includes('variants')).map(({ product }) => product);
  await writeVariants(connection, [...created, ...withOtherVariants]);
};
