import { Search } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { listingHref, paths } from '@shop/shared/navigation';
import { useId, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import styles from './HeaderSearch.module.css';

/** A plain GET form to the listing, so that it also works before the page is interactive. */
export function HeaderSearch({ placeholder }: { readonly placeholder: string }) {
  const id = useId();
  const navigate = useNavigate();

  const search = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const q = new FormData(event.currentTarget).get('q');
    void navigate(listingHref({ q: typeof q === 'string' ? q.trim() : '' }));
  };

  return (
    <form className={styles.search} role="search" aria-label="Whole shop" action={paths.products} onSubmit={search}>
      <Icon icon={Search} />
      <label className={styles.hidden} htmlFor={id}>
        Search products
      </label>
      <input id={id} type="search" name="q" placeholder={placeholder} maxLength={200} />
    </form>
  );
}
