import type { AppContext } from '../../../AppContext';
import { addMs } from '../../../clock';
import type { Queryable } from '../../../database/Database';
import type { WorkFailed } from '../../../observability/logFailedWork';
import { startPolling } from '../../../startPolling';
import { deriveSearchText } from '../import/planImport';
import { findStoredProducts, writeProducts } from '../productsImportRepository';
import { GROUPS, type GroupPlace } from './groupsRepository';

/** Locked together: orders of these products wait meanwhile. */
const BATCH_SIZE = 200;
const POLL_INTERVAL_MS = 1_000;
/** A product that was being saved when its category moved is found within this time. */
const LATE_MS = 60_000;

interface Move extends GroupPlace {
  readonly id: number;
  readonly toSlug: string;
  readonly at: Date;
}

const lockMoves = async (connection: Queryable): Promise<Move[]> => {
  const { rows } = await connection.query<Move>(
    `SELECT id, kind, store, slug, to_slug AS "toSlug", at FROM group_moves WHERE NOT done ORDER BY id FOR UPDATE SKIP LOCKED`,
  );
  return rows;
};

const moveBatch = async (connection: Queryable, { kind, store, slug, toSlug }: Move, now: Date): Promise<number> => {
  const { table, column } = GROUPS[kind];
  const { rows } = await connection.query<{ id: string; name: string }>(
    `SELECT p.id, g.name FROM products p JOIN ${table} g ON g.store = p.store AND g.slug = $3
     WHERE p.store = $1 AND p.${column} = $2 AND (p.${column} <> $3 OR p.${column}_name <> g.name) LIMIT ${BATCH_SIZE}`,
    [store, slug, toSlug],
  );
  const [first] = rows;
  if (!first) return 0;
  const products = await findStoredProducts(
    connection,
    rows.map(({ id }) => id),
    true,
  );
  await writeProducts(
    connection,
    products.map(({ row }) =>
      deriveSearchText({
        ...row,
        [column]: toSlug,
        [`${column}_name`]: first.name,
        version: row.version + 1,
        imported_at: now.toISOString(),
      }),
    ),
  );
  return products.length;
};

/**
 * Lets a batch of products follow their category or brand to its new name and address. Returns whether there may be
 * more. A batch is a transaction: who dies leaves the rest to the next.
 */
export const moveProducts = ({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<boolean> =>
  database.transaction(async (connection) => {
    const now = clock.now();
    for (const move of await lockMoves(connection)) {
      if ((await moveBatch(connection, move, now)) > 0) return true;
      if (addMs(move.at, LATE_MS) > now) continue;
      await connection.query(
        move.slug === move.toSlug
          ? 'DELETE FROM group_moves WHERE id = $1'
          : 'UPDATE group_moves SET done = true WHERE id = $1',
        [move.id],
      );
    }
    return false;
  });

/** Lets products follow their categories and brands until stopped. */
export const startMovingProducts = ({
  onError,
  ...context
}: Pick<AppContext, 'database' | 'clock'> & { readonly onError: WorkFailed }): { stop(): Promise<void> } =>
  startPolling({
    name: 'moving products to their category',
    intervalMs: POLL_INTERVAL_MS,
    work: () => moveProducts(context),
    onError,
  });
