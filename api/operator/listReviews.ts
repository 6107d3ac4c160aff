import { findAllReviews, type ReviewFilter } from '../src/modules/reviews/reviewsRepository';
import type { OperatorContext } from './OperatorContext';
import { printPage } from './printPage';

/** `reviews list`: prints all reviews, those that wait for a check first. */
export const listReviews = async (
  { database, print }: OperatorContext,
  filter: ReviewFilter,
  { json }: { readonly json: boolean },
): Promise<void> => {
  const { page, pageSize } = filter;
  printPage(
    { ...(await findAllReviews(database, filter)), page, pageSize },
    {
      noun: 'reviews',
      json,
      headings: ['ID', 'STATUS', 'WRITTEN', 'PRODUCT', 'RATING', 'AUTHOR', 'TEXT'],
      toRow: (review) => [
        String(review.id),
        review.status,
        review.date.slice(0, 16).replace('T', ' '),
        review.product_id,
        String(review.rating),
        review.account_id ?? '',
        review.comment.replaceAll(/\s+/g, ' '),
      ],
    },
    print,
  );
};
