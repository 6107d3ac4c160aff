import type { Actor } from '../../../audit/Actor';
import { insertAudit } from '../../../audit/auditRepository';
import type { Database, Queryable } from '../../../database/Database';
import {
  analyzeCatalog,
  findSkuOwners,
  findStoredProducts,
  lockImport,
  removeProducts,
  removeUnusedBrands,
  removeUnusedCategories,
  writeProducts,
  writeVariants,
} from '../productsImportRepository';
import { recordStock } from '../stockChangesRepository';
import { lockStoredImport, markUndone } from './importsRepository';
import { planUndo, type UndoPlan } from './planUndo';

interface UndoInput {
  readonly id: number;
  readonly actor: Actor;
  readonly now: Date;
  /** Whether it waits for another import; false throws ImportBusy. */
  readonly waits?: boolean;
}

/** What was undone, or why nothing was. */
export type UndoResult = { readonly restored: number; readonly removed: number } | { readonly refusal: string };

const MAX_NAMED = 5;

const nameProducts = (ids: readonly string[]): string => {
  const named = ids.slice(0, MAX_NAMED);
  const more = ids.length - named.length;
  if (more > 0) return `${named.join(', ')} and ${more} more`;
  return named.length < 2 ? named.join() : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
};

/** Finds products that have an SKU by now that a product would get back. */
const findTakenSkus = async (connection: Queryable, { restored, removed }: UndoPlan): Promise<string[]> => {
  const owners = await findSkuOwners(
    connection,
    restored.map(({ row }) => row.sku),
  );
  return restored.flatMap(({ row }) => {
    const owner = owners.get(row.sku);
    return owner === undefined || owner === row.id || removed.includes(owner) ? [] : owner;
  });
};

const undo = async (connection: Queryable, { id, actor, now }: UndoInput): Promise<UndoResult> => {
  const stored = await lockStoredImport(connection, id);
  if (!stored) return { refusal: `There is no import ${id}.` };
  if (stored.state === 'undone') return { refusal: `Import ${id} has been undone already.` };
  if (stored.state !== 'applied' && stored.state !== 'undoing') return { refusal: `Import ${id} is not applied.` };
  const { before } = stored;
  if (!before) return { refusal: `Import ${id} changed too much to be kept: it cannot be undone.` };
  const ids = [...before.created, ...before.changed].map((product) => product.id);
  const found = await findStoredProducts(connection, ids, true);
  const current = new Map(found.map((product) => [product.row.id, product]));
  const plan = planUndo(before, current);
  const changedSince = [...plan.changedSince, ...(await findTakenSkus(connection, plan))];
  if (changedSince.length > 0)
    return { refusal: `Import ${id} cannot be undone: ${nameProducts(changedSince)} changed since.` };
  await removeProducts(connection, plan.removed);
  await writeProducts(
    connection,
    plan.restored.map(({ row }) => row),
  );
  await writeVariants(connection, plan.withVariants);
  await recordStock(
    connection,
    plan.restored.flatMap((after) => {
      const product = current.get(after.row.id);
      return product ? [{ before: product, after }] : [];
    }),
    { reason: 'undone', note: stored.fileName, actor, now },
  );
  await removeUnusedCategories(connection, before.categories, stored.at);
  await removeUnusedBrands(connection, before.brands, stored.at);
  await markUndone(connection, id, actor, now);
  const totals = { restored: plan.restored.length, removed: plan.removed.length };
  await insertAudit(
    connection,
    { actor, action: 'products.restored', subject: stored.fileName, after: { import: id, ...totals } },
    now,
  );
  return totals;
};

/** Undoes an import in one step, while nobody has changed its products since. */
export const undoImport = async (database: Database, input: UndoInput): Promise<UndoResult> => {
  const result = await database.transaction(async (connection) => {
    await lockImport(connection, input.waits ?? true);
    return undo(connection, input);
  });
  if (!('refusal' in result)) await analyzeCatalog(database);
  return result;
};
