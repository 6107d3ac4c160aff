import type { Queryable } from '../../database/Database';
import { changeVotes, findEarnedReviews, hasBought, lockVotes, setReviewStatus } from './reviewsRepository';

/**
 * Ends the votes of an account that a canceled order has earned, in its transaction: its reviews of these products wait
 * for a check again, unless an operator has approved them or another order of the product is paid.
 */
export const endVotes = async (
  connection: Queryable,
  accountId: string,
  productIds: readonly string[],
): Promise<void> => {
  for (const productId of [...new Set(productIds)].sort()) {
    // Before the lookup, so that a review that is written meanwhile is seen here, or sees the cancellation.
    await lockVotes(connection, productId);
    const earned = await findEarnedReviews(connection, productId, accountId);
    if (earned.length === 0 || (await hasBought(connection, productId, accountId))) continue;
    for (const { id, rating } of earned) {
      await setReviewStatus(connection, id, 'waiting');
      await changeVotes(connection, productId, rating, -1);
    }
  }
};
