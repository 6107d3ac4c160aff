import type { Review } from '@shop/contracts';
import { Note } from '@shop/shared/design-system/Note';
import { createCallThunk, useAppDispatch } from '@shop/shared/state';
import { useEffect, useState } from 'react';
import styles from './ReviewForm.module.css';

const fetchWaitingReview = createCallThunk(
  'reviews/waitingFetched',
  async (productId: string, { extra }) => {
    const { getWaitingReview } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/reviews');
    return extra.api.request(getWaitingReview, { params: { id: productId } });
  },
  { onSuccess: ({ data }) => data },
);

interface WaitingReviewProps {
  readonly productId: string;
  /** The review that was just sent, if it waits. */
  readonly sent: Review | undefined;
}

/** Shows customers their own review while it waits for a check (product.md 5.11). */
export function WaitingReview({ productId, sent }: WaitingReviewProps) {
  const dispatch = useAppDispatch();
  const [review, setReview] = useState<Review | null>(null);
  useEffect(() => {
    const fetching = dispatch(fetchWaitingReview(productId));
    // Optional: a failure shows nothing.
    void fetching.then((result) => fetchWaitingReview.fulfilled.match(result) && setReview(result.payload));
    return () => fetching.abort();
  }, [dispatch, productId, sent]);

  const shown = sent ?? review;
  if (shown === null) return null;
  return (
    <Note>
      Your review will be shown once we have checked it.
      <p className={styles.waiting}>{shown.comment}</p>
    </Note>
  );
}
