import type { AppContext } from '../../AppContext';
import type { Actor } from '../../audit/Actor';
import { insertAudit } from '../../audit/auditRepository';
import type { Queryable } from '../../database/Database';
import { insertReviewMail } from './insertReviewMail';
import { dropDecision } from './reviewDeskRepository';
import { changeVotes, lockReview, markReviewApproved, setReviewStatus, type StoredReview } from './reviewsRepository';

interface Decision {
  readonly status: 'published' | 'removed';
  readonly actor: Actor;
  readonly now: Date;
  /** Why it is rejected, for colleagues. */
  readonly reason?: string;
}

/**
 * Publishes a review and counts its vote, or the reverse; the author of one that waited gets a mail. Returns the review
 * as it was before, or undefined if there is none. One that has the status already stays as it is. It overrides what is
 * decided in the back office, but not carried out yet.
 */
export const decideReview = async (
  context: { readonly config: Pick<AppContext['config'], 'publicUrl'> },
  connection: Queryable,
  id: number,
  { status, actor, now, reason = '' }: Decision,
): Promise<StoredReview | undefined> => {
  const review = await lockReview(connection, id);
  if (!review) return undefined;
  await dropDecision(connection, id); // of a colleague in the back office, that is not carried out yet
  if (review.status === status) return review;
  await setReviewStatus(connection, id, status);
  if (status === 'published') {
    await markReviewApproved(connection, id);
    await changeVotes(connection, review.productId, review.rating, 1);
    if (review.status === 'waiting') await insertReviewMail(context, connection, id, now);
  } else if (review.status === 'published') await changeVotes(connection, review.productId, review.rating, -1);
  await insertAudit(
    connection,
    {
      actor,
      action: status === 'published' ? 'review.published' : 'review.removed',
      subject: String(id),
      before: { status: review.status },
      after: { status, ...(reason !== '' && { reason }) },
    },
    now,
  );
  return review;
};
