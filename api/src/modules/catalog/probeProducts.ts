import type { StorefrontSlug } from '@shop/contracts';
import type { Readable } from '../../database/Database';

// A subquery hides the words from the planner, which would scan the table for rare ones because of the LIMIT.
const PROBE_SQL =
  "SELECT 1 FROM products WHERE store = $1 AND status = 'published' AND search_vector @@ (SELECT $2::tsquery) LIMIT 1";

/** Returns whether a product of the storefront matches a tsquery. */
export const probeProducts = async (database: Readable, store: StorefrontSlug, query: string): Promise<boolean> => {
  const { rows } = await database.query({ name: 'search-probe', text: PROBE_SQL, values: [store, query] });
  return rows.length > 0;
};
