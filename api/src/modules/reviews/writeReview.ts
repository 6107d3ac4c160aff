import type { RequestOf, ReviewPage, writeReview as writeReviewEndpoint } from '@shop/contracts';
import { ShopError } from '../../http/ShopError';
import type { AppContext } from '../../AppContext';
import { DAY_MS } from '../../clock';
import { getSecondsUntil } from '../../limits/Limits';
import { findAccount } from '../auth/accountsRepository';
import { hmac } from '../../secrets';
import {
  changeVotes,
  findReviewPage,
  findWaitingReview,
  hasBought,
  insertReview,
  lockVotes,
} from './reviewsRepository';

const MAX_REVIEWS_PER_DAY = 5;

/** Abbreviates a name to "Ada L.", because reviews are public. */
export const toPublicName = (name: string): string => {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const [initial] = rest.at(-1) ?? '';
  return initial === undefined ? first : `${first} ${initial.toUpperCase()}.`;
};

/**
 * Stores a customer's review. It is published and its vote counted if the customer has bought the product; otherwise it
 * waits for an operator. Returns the newest reviews.
 * @throws {ShopError} PRODUCT_NOT_FOUND, REVIEW_EXISTS for a second one, or TOO_MANY_REVIEWS.
 */
export const writeReview = async (
  context: AppContext,
  accountId: string,
  productId: string,
  { rating, comment }: RequestOf<typeof writeReviewEndpoint>['body'],
): Promise<ReviewPage> => {
  const account = await findAccount(context.database, accountId);
  if (!account) throw new ShopError('UNAUTHENTICATED');
  return context.database.transaction(async (connection) => {
    if (!(await lockVotes(connection, productId))) throw new ShopError('PRODUCT_NOT_FOUND');
    const isBuyer = await hasBought(connection, productId, accountId);
    const review = {
      productId,
      accountId,
      userName: toPublicName(account.name),
      rating,
      comment: comment.trim(),
      status: isBuyer ? 'published' : 'waiting',
    } as const;
    const now = context.clock.now();
    if (!(await insertReview(connection, review, now))) throw new ShopError('REVIEW_EXISTS');
    // Last, so that refused reviews do not count.
    const key = `reviews:${hmac(context.config.authSecret, 'reviews', accountId)}`;
    const refusal = await context.limits.consume([{ key, max: MAX_REVIEWS_PER_DAY, windowMs: DAY_MS }], connection);
    if (refusal) throw new ShopError('TOO_MANY_REVIEWS', { retryAfterS: getSecondsUntil(now, refusal.until) });
    if (isBuyer) await changeVotes(connection, productId, rating, 1);
    const page = await findReviewPage(connection, productId, 'newest', 1);
    if (!page) throw new ShopError('PRODUCT_NOT_FOUND');
    const waiting = await findWaitingReview(connection, productId, accountId);
    return { ...page, ...(waiting && { waiting }) };
  });
};
