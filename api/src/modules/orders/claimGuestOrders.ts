import type { Queryable } from '../../database/Database';

interface Claimer {
  readonly id: string;
  /** Verified, and normalized. */
  readonly email: string;
}

/**
 * Gives an account the orders that this browser has placed as a guest with the account's email address. Either alone
 * would not prove that an order is theirs.
 */
export const claimGuestOrders = async (
  connection: Queryable,
  { id, email }: Claimer,
  guestNumbers: readonly string[],
): Promise<void> => {
  if (guestNumbers.length === 0) return;
  await connection.query(
    `UPDATE orders SET account_id = $1
     WHERE number = ANY($2::text[]) AND account_id IS NULL AND lower(trim(billing ->> 'email')) = $3`,
    [id, guestNumbers, email],
  );
};
