import type { Figures, StorefrontSlug } from '@shop/contracts';
import { SHOP_TIME_ZONE } from '@shop/contracts/arrival';
import type { Database, Queryable } from '../../database/Database';
import { addDays } from './addDays';
import { UNPAID_SQL } from '../orders/orderStatus';
import { BROUGHT_SQL } from '../payments/refundsRepository';

/**
 * What orders of the days from $1 until before $2 bring, in the time zone $3: `counted` has an order each, `sold` a
 * line each. The lines share what an order brings in proportion to their prices, in cents that add up to it. They are
 * found order by order: the planner would rather read all lines that were ever sold.
 */
const ORDERS_SQL = `counted AS (
    SELECT orders.id, (orders.created_at AT TIME ZONE $3)::date AS day,
      CASE WHEN ${UNPAID_SQL} THEN orders.total_cents ELSE ${BROUGHT_SQL} END AS cents
    FROM orders
    WHERE orders.created_at >= $1::date::timestamp AT TIME ZONE $3 AND orders.created_at < $2::date::timestamp AT TIME ZONE $3
      AND orders.status <> 'canceled'
  ), sold AS (
    SELECT counted.day, counted.id, l.product_id, products.store, l.pieces,
      CASE WHEN l.whole = 0 THEN 0 ELSE counted.cents * l.upto / l.whole - counted.cents * (l.upto - l.price) / l.whole END AS cents
    FROM counted CROSS JOIN LATERAL (
      SELECT product_id, price, CASE WHEN measure ? 'stepGrams' THEN 1 ELSE quantity END AS pieces,
        (sum(price) OVER (ORDER BY position))::bigint AS upto, (sum(price) OVER ())::bigint AS whole
      FROM (SELECT *, unit_price_cents::bigint * quantity AS price FROM order_lines WHERE order_id = counted.id) line) l
    JOIN products ON products.id = l.product_id
  )`;

/** Where figures come from at a moment. Days are "2026-11-28". */
export interface FiguresState {
  readonly today: string;
  /** From this day on, orders are added up when figures are asked for: some may be on their way to the database. */
  readonly liveFrom: string;
  readonly hasOrders: boolean;
  /** Days before that whose sums are missing, or have changed since. */
  readonly stale: readonly string[];
}

/**
 * An order is not in the database before its transaction ends, so sums of a day wait for a day. The triggers note what
 * is placed on a day that is older than half a day, so nothing falls in between.
 */
export const findFiguresState = async (database: Queryable, now: Date, days: number): Promise<FiguresState> => {
  const { rows } = await database.query<FiguresState>({
    name: 'figures-state',
    text: `WITH bounds AS (
        SELECT ($1::timestamptz AT TIME ZONE $2)::date AS today,
          ((least($1::timestamptz, now()) - interval '24 hours') AT TIME ZONE $2)::date AS live,
          (SELECT (min(created_at) AT TIME ZONE $2)::date FROM orders) AS first
      ), stale AS (
        SELECT d::date AS day FROM bounds,
          generate_series(greatest(first, today - ($3::int - 1))::timestamp, (live - 1)::timestamp, interval '1 day') d
        WHERE first IS NOT NULL AND NOT EXISTS (SELECT FROM figures_days f WHERE f.day = d::date AND f.store = '')
        UNION SELECT (placed_at AT TIME ZONE $2)::date FROM figures_changes
      )
      SELECT to_char(today, 'YYYY-MM-DD') AS today, to_char(live, 'YYYY-MM-DD') AS "liveFrom", first IS NOT NULL AS "hasOrders",
        (SELECT coalesce(json_agg(to_char(day, 'YYYY-MM-DD') ORDER BY day), '[]') FROM stale WHERE day < live) AS stale
      FROM bounds`,
    values: [now, SHOP_TIME_ZONE, days],
  });
  const [state] = rows;
  if (!state) throw new Error('The state of the figures is missing');
  return state;
};

/** An arbitrary, unique number. */
const FIGURES_LOCK = 7_210_443;

/**
 * Adds up the orders of some days, from the first until before another one. Of processes that do it at once, each waits
 * for the one before. A change that is committed while they are read stays noted, so they are added up once more.
 */
export const addUpDays = (database: Database, from: string, until: string): Promise<void> =>
  database.transaction(async (connection) => {
    await connection.query('SELECT pg_advisory_xact_lock($1)', [FIGURES_LOCK]);
    const days = [from, until];
    const { rowCount: changed } = await connection.query(
      `DELETE FROM figures_changes WHERE placed_at >= $1::date::timestamp AT TIME ZONE $3 AND placed_at < $2::date::timestamp AT TIME ZONE $3`,
      [...days, SHOP_TIME_ZONE],
    );
    const { rows } = await connection.query<{ complete: boolean }>(
      "SELECT count(*) = $2::date - $1::date AS complete FROM figures_days WHERE store = '' AND day >= $1 AND day < $2",
      days,
    );
    // Somebody else was faster.
    if (changed === 0 && rows[0]?.complete) return;
    await connection.query('DELETE FROM figures_days WHERE day >= $1 AND day < $2', days);
    // Of products, only what differs is written: an order that is canceled changes few of them.
    await connection.query(
      `WITH ${ORDERS_SQL}, days AS (
         INSERT INTO figures_days (day, store, orders, cents)
         SELECT d::date, '', count(counted.id), coalesce(sum(counted.cents), 0)
         FROM generate_series($1::date::timestamp, $2::date::timestamp - interval '1 day', interval '1 day') d
           LEFT JOIN counted ON counted.day = d::date
         GROUP BY d
         UNION ALL SELECT day, store, count(DISTINCT id), sum(cents) FROM sold GROUP BY day, store
       ), changed AS (
         SELECT day, product_id, coalesce(n.pieces, 0) - coalesce(f.pieces, 0) AS pieces, coalesce(n.cents, 0) - coalesce(f.cents, 0) AS cents
         FROM (SELECT day, product_id, sum(pieces) AS pieces, sum(cents) AS cents FROM sold GROUP BY day, product_id) n
           FULL JOIN (SELECT * FROM figures_products WHERE day >= $1 AND day < $2) f USING (day, product_id)
         WHERE n.pieces IS DISTINCT FROM f.pieces OR n.cents IS DISTINCT FROM f.cents
       ), products AS (
         INSERT INTO figures_products AS f (day, product_id, pieces, cents) SELECT day, product_id, pieces, cents FROM changed
         ON CONFLICT (day, product_id) DO UPDATE SET pieces = f.pieces + excluded.pieces, cents = f.cents + excluded.cents)
       INSERT INTO figures_months AS f (month, product_id, pieces, cents)
       SELECT date_trunc('month', day::timestamp)::date, product_id, sum(pieces), sum(cents) FROM changed GROUP BY 1, 2
       ON CONFLICT (month, product_id) DO UPDATE SET pieces = f.pieces + excluded.pieces, cents = f.cents + excluded.cents`,
      [...days, SHOP_TIME_ZONE],
    );
  });

/** Cents of a day. Days without orders have none. */
export interface DaySums {
  readonly day: string;
  readonly orders: number;
  readonly cents: number;
}

interface ProductSums extends Pick<Figures['products'][number], 'product_id' | 'name' | 'image' | 'pieces'> {
  readonly cents: number;
}

const MAX_PRODUCTS = 10;

interface FiguresRange {
  /** First day of the time before. */
  readonly beforeFrom: string;
  /** First day of the period. */
  readonly from: string;
  /** Days from this one on are read from the orders, those before from the sums. */
  readonly liveFrom: string;
  /** The day after the last one. */
  readonly until: string;
  readonly store: StorefrontSlug | null;
}

const toMonth = (day: string): string => `${day.slice(0, 7)}-01`;
const MAX_MONTH_DAYS = 31;

/** Returns the months that are whole between two days: the first, and the one after the last. */
const findWholeMonths = (from: string, until: string): readonly [string, string] => {
  const first = from === toMonth(from) ? from : toMonth(addDays(toMonth(from), MAX_MONTH_DAYS));
  const after = toMonth(until);
  return first < after ? [first, after] : [until, until];
};

/** Returns the sums of each day from `beforeFrom` on, and what products brought from `from` on. */
export const findFigures = async (
  database: Queryable,
  { beforeFrom, from, liveFrom, until, store }: FiguresRange,
): Promise<{ readonly days: readonly DaySums[]; readonly products: readonly ProductSums[] }> => {
  // Without a name: a plan that fits a week is none for a year.
  const { rows } = await database.query<{ days: DaySums[]; products: ProductSums[] }>({
    text: `WITH ${ORDERS_SQL}, days AS (
        SELECT day, orders, cents FROM figures_days WHERE store = $6 AND day >= $4 AND day < $1
        UNION ALL SELECT day, count(*), sum(cents) FROM counted WHERE $6 = '' GROUP BY day
        UNION ALL SELECT day, count(DISTINCT id), sum(cents) FROM sold WHERE store = $6 GROUP BY day
      ), brought AS (
        SELECT product_id, sum(pieces) AS pieces, sum(cents) AS cents FROM (
          SELECT product_id, pieces, cents FROM figures_products WHERE day >= $5 AND day < $7
          UNION ALL SELECT product_id, pieces, cents FROM figures_months WHERE month >= $7 AND month < $8
          UNION ALL SELECT product_id, pieces, cents FROM figures_products WHERE day >= $8 AND day < $1
          UNION ALL SELECT product_id, pieces, cents FROM sold WHERE day >= $5) s
        GROUP BY product_id
      )
      SELECT (SELECT coalesce(json_agg(json_build_object('day', to_char(day, 'YYYY-MM-DD'), 'orders', orders, 'cents', cents)), '[]') FROM days) AS days,
        (SELECT coalesce(json_agg(t), '[]') FROM (
          SELECT b.product_id, p.name, p.image, b.pieces, b.cents FROM brought b JOIN products p ON p.id = b.product_id
          WHERE b.cents > 0 AND ($6 = '' OR p.store = $6)
          ORDER BY b.cents DESC, b.pieces DESC, b.product_id LIMIT ${MAX_PRODUCTS}) t) AS products`,
    values: [liveFrom, until, SHOP_TIME_ZONE, beforeFrom, from, store ?? '', ...findWholeMonths(from, liveFrom)],
  });
  return rows[0] ?? { days: [], products: [] };
};
