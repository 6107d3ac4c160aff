import type { Queryable } from '../../database/Database';

/** Returns the provider's id of the page that was opened for a payment; null if none was. */
export const findPageId = async (database: Queryable, paymentId: string): Promise<string | null> => {
  const { rows } = await database.query<{ page_id: string | null }>('SELECT page_id FROM payments WHERE id = $1', [
    paymentId,
  ]);
  return rows[0]?.page_id ?? null;
};
