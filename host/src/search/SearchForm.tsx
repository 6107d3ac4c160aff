import { Search } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { paths } from '@shop/shared/navigation';
import type { FormEvent, ReactNode } from 'react';
import styles from './HeaderSearch.module.css';

export interface SearchFieldProps {
  readonly placeholder: string;
  readonly initialText?: string;
  readonly autoFocus?: boolean;
  /** The shopper is on the way to what they searched for. */
  readonly onDone?: () => void;
}

interface SearchFormProps {
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly children: ReactNode;
}

/** A plain GET form to the listing, so that it also works before the page is interactive. */
export function SearchForm({ onSubmit, children }: SearchFormProps) {
  return (
    <form className={styles.search} role="search" aria-label="Whole shop" action={paths.products} onSubmit={onSubmit}>
      <Icon icon={Search} />
      {children}
    </form>
  );
}
