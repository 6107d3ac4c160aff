import { readText } from '../parts/readText';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatCount } from '../frame/places';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { Field } from '../parts/Field';
import { useViews, type View } from './useViews';
import styles from './ViewTabs.module.css';

interface ViewTabsProps {
  /** Name of the list, for what is saved. */
  readonly list: string;
  /** What every list of the kind has. */
  readonly presets: readonly (Pick<View, 'name' | 'search'> & { readonly count?: number | undefined })[];
  /** Parameters of the address that are a view's, without the page and what is open. */
  readonly search: string;
  readonly columns?: readonly string[] | null;
  readonly onColumns?: (columns: readonly string[] | null) => void;
}

/** Saved views as links. "Save view" appears when the filters are those of none. */
export function ViewTabs({ list, presets, search, columns = null, onColumns }: ViewTabsProps) {
  const { views, save, remove } = useViews(list);
  const [isNaming, setIsNaming] = useState(false);
  const [error, setError] = useState<string>();
  const isKnown = [...presets, ...views].some((view) => view.search === search);
  const submit = (form: FormData): void => {
    const name = readText(form, 'name');
    if (name === '') return setError('Give it a name.');
    save({ name, search, columns });
    setIsNaming(false);
  };
  return (
    <nav className={styles.tabs} aria-label="Views">
      {presets.map((view) => (
        <Link
          key={view.name}
          to={`?${view.search}`}
          className={styles.tab}
          aria-current={view.search === search ? 'page' : undefined}
          onClick={() => onColumns?.(null)}
        >
          {view.name}
          {view.count ? <span className={styles.count}>{formatCount(view.count)}</span> : null}
        </Link>
      ))}
      {views.map((view) => (
        <span key={view.name} className={styles.own}>
          <Link
            to={`?${view.search}`}
            className={styles.tab}
            aria-current={view.search === search ? 'page' : undefined}
            onClick={() => onColumns?.(view.columns)}
          >
            {view.name}
          </Link>
          <button type="button" aria-label={`Remove the view ${view.name}`} onClick={() => remove(view)}>
            <X aria-hidden />
          </button>
        </span>
      ))}
      {!isKnown && (
        <Button tone="quiet" onClick={() => setIsNaming(true)}>
          Save view
        </Button>
      )}
      {isNaming && (
        <Dialog
          title="Save this view"
          onClose={() => setIsNaming(false)}
          onSubmit={submit}
          actions={
            <>
              <Button tone="quiet" onClick={() => setIsNaming(false)}>
                Cancel
              </Button>
              <Button tone="primary" type="submit">
                Save view
              </Button>
            </>
          }
        >
          <Field label="Name" name="name" maxLength={40} error={error} hint="You alone see it, in this browser." />
        </Dialog>
      )}
    </nav>
  );
}
