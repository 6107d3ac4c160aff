import type { ProductDetail } from '@shop/shared/contracts';
import { Rating } from '@shop/shared/design-system/Rating';
import styles from './ProductReviews.module.css';

const formatDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

export function ProductReviews({ product: { rating, reviewCount, reviews } }: { readonly product: ProductDetail }) {
  if (reviews.length === 0) return <p>There are no reviews yet.</p>;
  return (
    <>
      <p className={styles.summary}>
        <Rating value={rating} />
        {reviewCount} {reviewCount === 1 ? 'review' : 'reviews'}; the latest are shown
      </p>
      <ul className={styles.reviews}>
        {reviews.map(({ userName, rating: stars, comment, date }) => (
          <li key={`${userName}-${date}`}>
            <Rating value={stars} />
            <p className={styles.comment}>{comment}</p>
            <p className={styles.author}>
              {userName}, <time dateTime={date}>{formatDate.format(new Date(date))}</time>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
