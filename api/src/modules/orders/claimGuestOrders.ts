import type { Queryable } from '../../database/Database';

interface Claimer {
  readonly id: string;
  /** Verified, and normalized. */
  readonly email: string;
}

/**
 * Gives an account the orders that this browser has placed as a guest with the account's email address, and their uses
 * of coupons. Either alone would not prove that an order is theirs.
 */
export const claimGuestOrders = async (
  connection: Queryable,
  { id, email }: Claimer,
  guestNumbers: readonly string[],
): Promise<void> => {
  if (guestNumbers.length === 0) return;
  await connection.query(
    `WITH claimed AS (
       UPDATE orders SET account_id = $1
       WHERE number = ANY($2::text[]) AND account_id IS NULL AND lower(trim(billing ->> 'email')) = $3
       RETURNING number
     ) UPDATE coupon_uses SET account_id = $1 WHERE order_number IN (SELECT number FROM claimed)`,
    [id, guestNumbers, email],
  );
};
