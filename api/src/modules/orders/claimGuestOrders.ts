import type { Queryable } from '../../database/Database';
import { CASH_INSTRUCTIONS } from './getPaymentTerms';
import { UNCONFIRMED_SQL } from './orderStatus';

interface Claimer {
  readonly id: string;
  /** Verified, and normalized. */
  readonly email: string;
}

/**
 * Gives an account the orders that this browser has placed as a guest with the account's email address, and their uses
 * of coupons. Either alone would not prove that an order is theirs. As the address is verified, their cash orders are
 * confirmed.
 */
export const claimGuestOrders = async (
  connection: Queryable,
  { id, email }: Claimer,
  guestNumbers: readonly string[],
): Promise<void> => {
  if (guestNumbers.length === 0) return;
  await connection.query(
    `WITH claimed AS (
       UPDATE orders SET account_id = $1, held_until = CASE WHEN ${UNCONFIRMED_SQL} THEN NULL ELSE held_until END,
         payment_instructions = CASE WHEN ${UNCONFIRMED_SQL} THEN $4 ELSE payment_instructions END
       WHERE number = ANY($2::text[]) AND account_id IS NULL AND lower(trim(billing ->> 'email')) = $3
       RETURNING number
     ) UPDATE coupon_uses SET account_id = $1 WHERE order_number IN (SELECT number FROM claimed)`,
    [id, guestNumbers, email, CASH_INSTRUCTIONS],
  );
};
