import { decideReview } from '../src/modules/reviews/decideReview';
import { lockReview } from '../src/modules/reviews/reviewsRepository';
import { OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';

interface SetReviewOptions {
  readonly status: 'published' | 'removed';
  readonly dryRun: boolean;
}

/** `reviews approve ID` and `reviews remove ID`: shows a review and counts its vote, or the reverse. */
export const setReview = async (
  context: OperatorContext,
  id: number,
  { status, dryRun }: SetReviewOptions,
): Promise<void> => {
  const { database, clock, actor, print } = context;
  const outcome = await database.transaction(async (connection) => {
    const review = await (dryRun
      ? lockReview(connection, id)
      : decideReview(context, connection, id, { status, actor, now: clock.now() }));
    if (!review) throw new OperatorError('unknown', `No review has the id ${id}.`);
    if (review.status === status) return `The review ${id} is ${status} already: nothing was changed.`;
    if (dryRun) return `Dry run, nothing is written: the review ${id} of ${review.productId} would be ${status}.`;
    return `The review ${id} of ${review.productId} is ${status}.`;
  });
  print(outcome);
};
