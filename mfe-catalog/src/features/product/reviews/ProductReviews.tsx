import type { ProductDetail, ReviewSort } from '@shop/contracts';
import { REVIEW_SORTS, REVIEWS_PER_PAGE } from '@shop/contracts/constants';
import { Button } from '@shop/shared/design-system/Button';
import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { Rating } from '@shop/shared/design-system/Rating';
import { Select } from '@shop/shared/design-system/Select';
import { selectAuth, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useEffect, useId, useRef, useState } from 'react';
import { useOnDemand } from '@shop/shared/remote/useOnDemand';
import { RatingBreakdown } from './RatingBreakdown';
import { RecentlyViewed } from './RecentlyViewed';
import { readDraft } from './reviewDraft';
import { ReviewList } from './ReviewList';
import { fetchReviews, selectReviews } from './reviewsSlice';
import styles from './ProductReviews.module.css';

const SORT_LABELS: Readonly<Record<ReviewSort, string>> = {
  newest: 'Newest',
  highest: 'Highest rating',
  lowest: 'Lowest rating',
};

const loadOwnReview = async () => (await import(/* webpackChunkName: "parts" */ './OwnReview')).OwnReview;

const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * Average, rating counts, the form and the paged reviews, with recently viewed products below them (product.md 5.5).
 */
export function ProductReviews({ product }: { readonly product: ProductDetail }) {
  const { id, rating, reviewCount, ratingCounts } = product;
  const formId = useId();
  const dispatch = useAppDispatch();
  const { productId, page, sort, loading, error } = useAppSelector(selectReviews);
  const [writing, setWriting] = useState(() => readDraft(id) !== '');
  const { isAuthenticated } = useAppSelector(selectAuth);
  const OwnReview = useOnDemand(writing || isAuthenticated, loadOwnReview, () => setWriting(false));
  const opener = useRef<HTMLButtonElement>(null);
  const shown = productId === id ? page : null;

  const ask = (query: { sort: ReviewSort; page: number }): void =>
    void dispatch(fetchReviews({ productId: id, ...query }));
  useEffect(() => void dispatch(fetchReviews({ productId: id, sort: 'newest', page: 1 })), [dispatch, id]);

  const close = (): void => {
    setWriting(false);
    opener.current?.focus();
  };

  return (
    <>
      <div className={styles.columns}>
        <div className={styles.summary}>
          {reviewCount > 0 && (
            <>
              <div className={styles.average}>
                <span className={styles.number}>{rating.toFixed(1)}</span>
                <span>
                  <Rating value={rating} />
                  <span className={styles.muted}>{countText(reviewCount, 'rating')}</span>
                </span>
              </div>
              <RatingBreakdown counts={ratingCounts} />
            </>
          )}
          <Button
            ref={opener}
            variant="secondary"
            size="md"
            aria-expanded={writing}
            aria-controls={formId}
            onClick={() => setWriting(true)}
          >
            Write a review
          </Button>
        </div>
        <div>
          {OwnReview && (
            <OwnReview id={formId} productId={id} writing={writing} sent={shown?.waiting} onClose={close} />
          )}
          {shown && shown.total > 1 && (
            <div className={styles.tools}>
              <p className={styles.muted} role="status">
                {countText(shown.total, 'written review')}
              </p>
              <Select
                label="Sort reviews by"
                value={sort}
                onChange={(event) =>
                  ask({ sort: REVIEW_SORTS.find((known) => known === event.target.value) ?? 'newest', page: 1 })
                }
              >
                {REVIEW_SORTS.map((known) => (
                  <option key={known} value={known}>
                    {SORT_LABELS[known]}
                  </option>
                ))}
              </Select>
            </div>
          )}
          {error !== null ? (
            <ErrorPanel title={error} retrying={loading} onRetry={() => ask({ sort, page: 1 })} />
          ) : (
            <ReviewList
              reviews={shown?.items ?? product.reviews}
              busy={loading}
              page={shown?.page ?? 1}
              pageCount={Math.ceil((shown?.total ?? 0) / REVIEWS_PER_PAGE)}
              onPage={(next) => ask({ sort, page: next })}
            />
          )}
        </div>
      </div>
      <RecentlyViewed productId={id} />
    </>
  );
}
