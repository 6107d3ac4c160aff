import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Icon } from '../Icon/Icon';
import { pageWindow } from './pageWindow';
import styles from './Pagination.module.css';

interface PaginationProps {
  readonly page: number;
  readonly pageCount: number;
  readonly hrefOf: (page: number) => string;
  readonly label: string;
}

/** Links to pages, at most five numbers around the current one; nothing for a single page. */
export function Pagination({ page, pageCount, hrefOf, label }: PaginationProps) {
  if (pageCount <= 1) return null;
  return (
    <nav className={styles.pagination} aria-label={label}>
      {page > 1 && (
        <Link to={hrefOf(page - 1)} aria-label="Previous page" rel="prev">
          <Icon icon={ChevronLeft} />
        </Link>
      )}
      {pageWindow(page, pageCount).map((number) => (
        <Link
          key={number}
          to={hrefOf(number)}
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
        >
          {number}
        </Link>
      ))}
      {page < pageCount && (
        <Link to={hrefOf(page + 1)} aria-label="Next page" rel="next">
          <Icon icon={ChevronRight} />
        </Link>
      )}
    </nav>
  );
}
