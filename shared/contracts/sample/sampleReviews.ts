import { REVIEWS_PER_PAGE } from '../constants';
import type { Product } from '../products';
import type { Review, ReviewPage, ReviewSort } from '../reviews';

export const sampleReviews: readonly Review[] = [
  { userName: 'Amelia R.', rating: 5, comment: 'Looks better than the pictures.', date: '2026-09-12T00:00:00Z' },
  { userName: 'Jonas K.', rating: 4, comment: 'Well made.\nA little short for me.', date: '2026-08-30T00:00:00Z' },
];

const REVIEW_ORDERS: Readonly<Record<ReviewSort, (a: Review, b: Review) => number>> = {
  newest: (a, b) => b.date.localeCompare(a.date),
  highest: (a, b) => b.rating - a.rating,
  lowest: (a, b) => a.rating - b.rating,
};

/** Returns votes that match a sample product's rating. */
const countVotes = ({ rating, reviewCount }: Product): number[] => {
  const above = Math.round(reviewCount * (rating - Math.floor(rating)));
  return [1, 2, 3, 4, 5].map((stars) =>
    stars === Math.floor(rating) ? reviewCount - above : stars === Math.floor(rating) + 1 ? above : 0,
  );
};

interface ReviewQuery {
  readonly sort: ReviewSort;
  readonly page: number;
}

/** Returns a product's reviews, the newest by default, including those written during this visit. */
export const buildReviewPage = (
  product: Product,
  written: readonly Review[],
  { sort, page }: ReviewQuery = { sort: 'newest', page: 1 },
): ReviewPage => {
  const reviews = [...written, ...sampleReviews].sort(REVIEW_ORDERS[sort]);
  const ratingCounts = countVotes(product).map(
    (votes, index) => votes + written.filter(({ rating }) => rating === index + 1).length,
  );
  const reviewCount = product.reviewCount + written.length;
  return {
    items: reviews.slice((page - 1) * REVIEWS_PER_PAGE, page * REVIEWS_PER_PAGE),
    total: reviews.length,
    page,
    pageSize: REVIEWS_PER_PAGE,
    rating:
      Math.round((10 * ratingCounts.reduce((sum, votes, index) => sum + votes * (index + 1), 0)) / reviewCount) / 10,
    reviewCount,
    ratingCounts,
  };
};
