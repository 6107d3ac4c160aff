import { Search, X } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { Icon } from '../Icon/Icon';
import { IconButton } from '../IconButton/IconButton';
import styles from './SearchField.module.css';

type SearchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  readonly placeholder: string;
  /** Called when the cross has emptied the field. */
  readonly onClear?: () => void;
};

/** A field for words to search for, with a cross that empties it. Forms read it: React does not control its value. */
export function SearchField({ onClear, ...input }: SearchFieldProps) {
  const clear = ({ currentTarget }: MouseEvent): void => {
    const field = currentTarget.parentElement?.querySelector('input');
    if (!field) return;
    field.value = '';
    field.focus();
    onClear?.();
  };
  return (
    <span className={styles.field}>
      <Icon icon={Search} />
      <input {...input} type="search" />
      <IconButton className={styles.clear} label="Clear search" onClick={clear}>
        <Icon icon={X} />
      </IconButton>
    </span>
  );
}
