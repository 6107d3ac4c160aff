import type { Review } from '@shop/contracts';
import { Button } from '@shop/shared/design-system/Button';
import { Rating } from '@shop/shared/design-system/Rating';
import { formatDay } from '@shop/shared/format';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import styles from './ReviewList.module.css';

interface ReviewListProps {
  readonly reviews: readonly Review[];
  readonly busy: boolean;
  readonly page: number;
  readonly pageCount: number;
  readonly onPage: (page: number) => void;
}

/** Plain text with line breaks (security.md 3.2). */
export function ReviewList({ reviews, busy, page, pageCount, onPage }: ReviewListProps) {
  const { name } = useAppSelector(selectStorefront);
  if (reviews.length === 0 && !busy) return <p className={styles.none}>There are no written reviews yet.</p>;
  return (
    <>
      <ul className={styles.reviews} aria-busy={busy}>
        {reviews.map(({ userName, rating, comment, date, reply }) => (
          <li key={`${userName}-${date}-${comment}`}>
            <div className={styles.head}>
              <b>{userName}</b>
              <time dateTime={date}>{formatDay(date)}</time>
            </div>
            <Rating value={rating} />
            <p className={styles.comment}>{comment}</p>
            {reply !== undefined && (
              <div className={styles.reply}>
                <b>{name}</b>
                <p className={styles.comment}>{reply}</p>
              </div>
            )}
          </li>
        ))}
      </ul>
      {pageCount > 1 && (
        <nav className={styles.pages} aria-label="Pages of reviews">
          <Button variant="secondary" size="md" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous page
          </Button>
          <span role="status">
            Page {page} of {pageCount}
          </span>
          <Button variant="secondary" size="md" disabled={page >= pageCount} onClick={() => onPage(page + 1)}>
            Next page
          </Button>
        </nav>
      )}
    </>
  );
}
