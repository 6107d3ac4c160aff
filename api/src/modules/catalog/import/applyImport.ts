import type { Actor } from '../../../audit/Actor';
import { insertAudit } from '../../../audit/auditRepository';
import type { Database, Queryable } from '../../../database/Database';
import {
  addBrands,
  addCategories,
  analyzeCatalog,
  lockImport,
  writeProducts,
  writeVariants,
} from '../productsImportRepository';
import { createPlan, type FilePlan, type PlanInput } from './createPlan';
import { describeTotals } from './describePlan';
import { insertImport } from './importsRepository';
import { recordPlan } from './planUndo';

export interface ApplyInput extends PlanInput {
  readonly actor: Actor;
  readonly fileName: string;
  /** Of the plan that has been shown. */
  readonly hash: string;
  /** Called with how many products of how many are written. */
  readonly onProgress?: (written: number, total: number) => void;
}

export interface AppliedImport {
  readonly plan: FilePlan;
  /** Undefined if nothing was written: the plan has problems, or the shop is as the file says. */
  readonly id: number | undefined;
}

const writePlan = async (
  connection: Queryable,
  plan: FilePlan,
  { now, actor, fileName, options, onProgress }: ApplyInput,
): Promise<number> => {
  const { created, changed, unchanged } = plan;
  const made = options.create
    ? { categories: plan.newCategories, brands: plan.newBrands }
    : { categories: [], brands: [] };
  await addCategories(connection, made.categories, now);
  await addBrands(connection, made.brands, now);
  const products = [...created, ...changed.map(({ product }) => product)];
  await writeProducts(
    connection,
    products.map(({ row }) => row),
    (written) => onProgress?.(written, products.length),
  );
  const withOtherVariants = changed.filter(({ columns }) => columns.includes('variants')).map(({ product }) => product);
  await writeVariants(connection, [...created, ...withOtherVariants]);
  const totals = { created: created.length, changed: changed.length, unchanged };
  const id = await insertImport(connection, { at: now, actor, fileName, totals, before: recordPlan(plan, made) });
  await insertAudit(
    connection,
    { actor, action: 'products.imported', subject: fileName, after: { import: id, products: describeTotals(plan) } },
    now,
  );
  return id;
};

/** Imports a file in one transaction, or nothing of it if it has a problem. */
export const applyImport = async (database: Database, input: ApplyInput): Promise<AppliedImport> => {
  const applied = await database.transaction(async (connection): Promise<AppliedImport> => {
    await lockImport(connection);
    const plan = await createPlan(connection, input, true);
    if (plan.hash !== input.hash) {
      const problem = { line: 1, column: '', message: 'is of another file, or with other options, than the plan' };
      return { plan: { ...plan, problems: [problem] }, id: undefined };
    }
    const isEmpty = plan.created.length + plan.changed.length === 0;
    if (plan.problems.length > 0 || isEmpty) return { plan, id: undefined };
    return { plan, id: await writePlan(connection, plan, input) };
  });
  if (applied.id !== undefined) await analyzeCatalog(database);
  return applied;
};
