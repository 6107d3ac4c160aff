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
import { recordStock } from '../stockChangesRepository';
import { createPlan, type FilePlan, type PlanInput } from './createPlan';
import { describeTotals } from './describePlan';
import { insertImport, type NewImport } from './importsRepository';
import { recordPlan } from './planUndo';

export interface ApplyInput extends PlanInput {
  readonly actor: Actor;
  readonly fileName: string;
  /** Of the plan that has been shown: no other one is written. */
  readonly hash?: string | undefined;
  /** Keeps the import where its plan is; by default it is a new one. */
  readonly keep?: KeepImport;
  /** Whether it waits for another import; false throws ImportBusy. */
  readonly waits?: boolean;
  /** Called with how many products of how many are written. */
  readonly onWritten?: (written: number, total: number) => void;
}

/** Keeps what was imported, and returns its id. */
type KeepImport = (connection: Queryable, applied: NewImport) => Promise<number>;

export interface AppliedImport {
  readonly plan: FilePlan;
  /** Undefined if nothing was written: the plan has problems, is another one, or the shop is as the file says. */
  readonly id: number | undefined;
  /** The plan would write something else than the one that was shown. */
  readonly isOther: boolean;
}

const MAX_NOTE_LENGTH = 200;

const writePlan = async (
  connection: Queryable,
  plan: FilePlan,
  { now, actor, fileName, options, keep = insertImport, onWritten }: ApplyInput,
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
    { onProgress: (written) => onWritten?.(written, products.length) },
  );
  const withOtherVariants = changed.filter(({ columns }) => columns.includes('variants')).map(({ product }) => product);
  await writeVariants(connection, [...created, ...withOtherVariants]);
  await recordStock(
    connection,
    changed.map(({ previous, product }) => ({ before: previous, after: product })),
    { reason: 'imported', note: fileName.slice(0, MAX_NOTE_LENGTH), actor, now },
  );
  const totals = { created: created.length, changed: changed.length, unchanged };
  const id = await keep(connection, { at: now, actor, fileName, totals, before: recordPlan(plan, made) });
  await insertAudit(
    connection,
    { actor, action: 'products.imported', subject: fileName, after: { import: id, products: describeTotals(plan) } },
    now,
  );
  return id;
};

/** Imports a file in one transaction, or nothing of it if it has a problem, or would write what was not shown. */
export const applyImport = async (database: Database, input: ApplyInput): Promise<AppliedImport> => {
  const applied = await database.transaction(async (connection): Promise<AppliedImport> => {
    await lockImport(connection, input.waits ?? true);
    const plan = await createPlan(connection, input, true);
    const isOther = input.hash !== undefined && input.hash !== plan.hash;
    const isEmpty = plan.created.length + plan.changed.length === 0;
    if (isOther || isEmpty || plan.problems.length > 0) return { plan, id: undefined, isOther };
    return { plan, id: await writePlan(connection, plan, input), isOther };
  });
  if (applied.id !== undefined) await analyzeCatalog(database);
  return applied;
};
