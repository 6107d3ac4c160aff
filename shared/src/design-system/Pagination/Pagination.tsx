import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Icon } from '../Icon/Icon';
import { listPageWindow } from './listPageWindow';
import styles from './Pagination.module.css';

interface PaginationProps {
  readonly page: number;
  readonly pageCount: number;
  readonly buildHref: (page: number) => string;
  readonly label: string;
  /** Also shows a single page. */
  readonly isAlwaysShown?: boolean;
}

/** Links to pages, at most five numbers around the current one; by default nothing for a single page. */
export function Pagination({ page, pageCount, buildHref, label, isAlwaysShown = false }: PaginationProps) {
  if (pageCount <= (isAlwaysShown ? 0 : 1)) return null;
  return (
    <nav className={styles.pagination} aria-label={label}>
      {page > 1 && (
        <Link to={buildHref(page - 1)} aria-label="Previous page" rel="prev">
          <Icon icon={ChevronLeft} />
        </Link>
      )}
      {listPageWindow(page, pageCount).map((number) => (
        <Link
          key={number}
          to={buildHref(number)}
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
        >
          {number}
        </Link>
      ))}
      {page < pageCount && (
        <Link to={buildHref(page + 1)} aria-label="Next page" rel="next">
          <Icon icon={ChevronRight} />
        </Link>
      )}
    </nav>
  );
}
