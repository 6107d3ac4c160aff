import { Button } from '../parts/Button';
import styles from './Pages.module.css';

interface PagesProps {
  readonly cursor: string;
  readonly next: string | null;
  readonly onCursor: (cursor: string) => void;
}

/** First page and next page. A list by cursor knows no more, and does not get slow. */
export function Pages({ cursor, next, onCursor }: PagesProps) {
  if (cursor === '' && next === null) return null;
  return (
    <div className={styles.pages}>
      <Button disabled={cursor === ''} onClick={() => cursor !== '' && onCursor('')}>
        First page
      </Button>
      <Button disabled={next === null} onClick={() => next !== null && onCursor(next)}>
        Next page
      </Button>
    </div>
  );
}
