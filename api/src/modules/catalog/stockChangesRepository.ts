import type { StockChange, StockReason } from '@shop/contracts';
import type { Actor } from '../../audit/Actor';
import type { Queryable } from '../../database/Database';
import { upsertRows } from '../../database/upsertRows';
import type { StoredProduct } from './productsImportRepository';

const PAGE_SIZE = 50;
const WRITTEN_AT_ONCE = 2_000;

/** Why a stock has changed: as staff say, or with the rest of a product. */
interface StockCause {
  readonly reason: StockReason | 'imported' | 'undone' | 'edited';
  readonly note: string;
  readonly actor: Actor;
  readonly now: Date;
  /** Of the request that asked for it. */
  readonly key?: string;
}

/** A product before and after it was written. */
interface WrittenStock {
  readonly before: StoredProduct;
  readonly after: StoredProduct;
}

/** How the stock of a product or variant has changed, and what was left. */
export interface SavedChange {
  readonly product_id: string;
  readonly variant_id: string | null;
  readonly change: number;
  readonly left: number;
}

/** The pieces of a product by variant; '' without variants. */
const readStock = ({ row, variants }: StoredProduct): ReadonlyMap<string, number> =>
  new Map(variants.length > 0 ? variants.map(({ id, stock }) => [id, stock]) : [['', row.stock]]);

const compare = ({ before, after }: WrittenStock): SavedChange[] => {
  const [had, has] = [readStock(before), readStock(after)];
  return [...new Set([...had.keys(), ...has.keys()])].flatMap((id) => {
    const left = has.get(id) ?? 0;
    const change = left - (had.get(id) ?? 0);
    return change === 0 ? [] : [{ product_id: after.row.id, variant_id: id === '' ? null : id, change, left }];
  });
};

/** Records how the stock of products has changed. Pass the connection of the transaction. */
export const recordStock = async (
  connection: Queryable,
  products: readonly WrittenStock[],
  { reason, note, actor, now, key }: StockCause,
): Promise<void> => {
  const rows = products.flatMap(compare).map((row) => ({ ...row, reason, note, actor, at: now, key: key ?? null }));
  for (let start = 0; start < rows.length; start += WRITTEN_AT_ONCE)
    await upsertRows(connection, 'stock_changes', rows.slice(start, start + WRITTEN_AT_ONCE), { conflict: [] });
};

/** Returns the change that a request with this key has made. */
export const findSavedChange = async (connection: Queryable, key: string): Promise<SavedChange | undefined> => {
  const { rows } = await connection.query<SavedChange>(
    'SELECT product_id, variant_id, change, "left" FROM stock_changes WHERE key = $1',
    [key],
  );
  return rows[0];
};

/** The last row of the page before. */
export interface StockPlace {
  /** As PostgreSQL writes it. */
  readonly at: string;
  readonly id: string;
}

interface FoundChange extends StockChange {
  readonly place: string;
}

const toChange = (found: FoundChange): StockChange => {
  const change: StockChange & { place?: string } = { ...found };
  delete change.place;
  return change;
};

/** Returns a page of what has changed the stock of a product, newest first, and the place of the next one. */
export const findStockChanges = async (
  database: Queryable,
  productId: string,
  after: StockPlace | null,
): Promise<{ readonly items: StockChange[]; readonly next: StockPlace | null }> => {
  const { rows } = await database.query<FoundChange>(
    `SELECT id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, variant_id, change, "left", reason, note, by, "order", at::text AS place FROM (
       SELECT 's' || lpad(s.id::text, 10, '0') AS id, s.at, s.variant_id, s.change, s."left", s.reason, s.note, s.actor ->> 'name' AS by, NULL AS "order"
       FROM stock_changes s WHERE s.product_id = $1
       UNION ALL
       SELECT 'o' || lpad(o.id::text, 10, '0') || '-' || lpad(l.position::text, 3, '0'), o.created_at, l.variant_id, -l.quantity, NULL, 'ordered', '', 'Shop', o.number
       FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE l.product_id = $1 AND o.status <> 'canceled') changes
     WHERE $2::timestamptz IS NULL OR (at, id) < ($2, $3)
     ORDER BY changes.at DESC, id DESC LIMIT ${PAGE_SIZE + 1}`,
    [productId, after?.at ?? null, after?.id ?? null],
  );
  const items = rows.slice(0, PAGE_SIZE);
  const last = items.at(-1);
  return {
    items: items.map(toChange),
    next: rows.length > PAGE_SIZE && last ? { at: last.place, id: last.id } : null,
  };
};
