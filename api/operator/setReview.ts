import { insertOperatorLog } from '../src/operator-log/operatorLogRepository';
import { changeVotes, lockReview, markReviewApproved, setReviewStatus } from '../src/modules/reviews/reviewsRepository';
import { insertReviewMail } from '../src/modules/reviews/insertReviewMail';
import { OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';

interface SetReviewOptions {
  readonly status: 'published' | 'removed';
  readonly dryRun: boolean;
}

const VERBS = { published: 'approve', removed: 'remove' } as const;

/** `reviews approve ID` and `reviews remove ID`: shows a review and counts its vote, or the reverse. */
export const setReview = async (
  context: OperatorContext,
  id: number,
  { status, dryRun }: SetReviewOptions,
): Promise<void> => {
  const { database, clock, who, print } = context;
  const outcome = await database.transaction(async (connection) => {
    const review = await lockReview(connection, id);
    if (!review) throw new OperatorError('unknown', `No review has the id ${id}.`);
    if (review.status === status) return `The review ${id} is ${status} already: nothing was changed.`;
    if (dryRun) return `Dry run, nothing is written: the review ${id} of ${review.productId} would be ${status}.`;
    const now = clock.now();
    await setReviewStatus(connection, id, status);
    if (status === 'published') {
      await markReviewApproved(connection, id);
      await changeVotes(connection, review.productId, review.rating, 1);
      if (review.status === 'waiting') await insertReviewMail(context, connection, id, now);
    } else if (review.status === 'published') await changeVotes(connection, review.productId, review.rating, -1);
    await insertOperatorLog(
      connection,
      { who, action: `reviews ${VERBS[status]}`, subject: `review ${id}`, detail: `was ${review.status}` },
      now,
    );
    return `The review ${id} of ${review.productId} is ${status}.`;
  });
  print(outcome);
};
