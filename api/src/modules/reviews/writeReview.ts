import type { RequestOf, ReviewPage, writeReview as writeReviewEndpoint } from '@shop/shared/contracts';
import { ShopError } from '../../http/ShopError';
import type { AppContext } from '../../AppContext';
import { findAccount } from '../auth/accountsRepository';
import { addVote, findReviewPage, insertReview, lockVotes } from './reviewsRepository';

/** Abbreviates a name to "Ada L.", because reviews are public. */
export const toPublicName = (name: string): string => {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const [initial] = rest.at(-1) ?? '';
  return initial === undefined ? first : `${first} ${initial.toUpperCase()}.`;
};

/**
 * Stores a customer's review and vote. Returns the newest reviews including it.
 * @throws {ShopError} PRODUCT_NOT_FOUND, or REVIEW_EXISTS for a second one.
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
    const review = { productId, accountId, userName: toPublicName(account.name), rating, comment: comment.trim() };
    if (!(await insertReview(connection, review, context.clock.now()))) throw new ShopError('REVIEW_EXISTS');
    await addVote(connection, productId, rating);
    const page = await findReviewPage(connection, productId, 'newest', 1);
    if (!page) throw new ShopError('PRODUCT_NOT_FOUND');
    return page;
  });
};
