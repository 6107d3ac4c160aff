import type { Review } from '@shop/contracts';
import { selectAuth, useAppSelector } from '@shop/shared/state';
import { ReviewForm } from './ReviewForm';
import { WaitingReview } from './WaitingReview';

interface OwnReviewProps {
  /** Of the form. */
  readonly id: string;
  readonly productId: string;
  readonly writing: boolean;
  readonly sent: Review | undefined;
  readonly onClose: () => void;
}

/** What only customers and those who write a review see; loaded on demand. */
export function OwnReview({ writing, sent, ...form }: OwnReviewProps) {
  const { isAuthenticated } = useAppSelector(selectAuth);
  const { productId } = form;
  return (
    <>
      {writing && <ReviewForm {...form} />}
      {isAuthenticated && <WaitingReview key={productId} productId={productId} sent={sent} />}
    </>
  );
}
