import { Search, X } from 'lucide-react';
import { useEffect, useRef, type ComponentProps } from 'react';
import { Icon } from '../Icon/Icon';
import { IconButton } from '../IconButton/IconButton';
import styles from './SearchField.module.css';

type SearchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'defaultValue'> & {
  readonly placeholder: string;
  /** What was searched for: replaces what is typed when it changes. */
  readonly words: string;
  /** Called when the cross has emptied the field. */
  readonly onClear?: () => void;
};

/** A field for words to search for, with a cross that empties it. Forms read it: React does not control its value. */
export function SearchField({ words, onClear, ...input }: SearchFieldProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const findField = () => frame.current?.querySelector('input');
  // Not at first: the visitor may have typed before the scripts had loaded.
  const written = useRef(words);
  useEffect(() => {
    const field = findField();
    if (field && written.current !== words) field.value = words;
    written.current = words;
  }, [words]);

  const clear = (): void => {
    const field = findField();
    if (!field) return;
    field.value = '';
    field.focus();
    onClear?.();
  };
  return (
    <span ref={frame} className={styles.field}>
      <Icon icon={Search} />
      <input {...input} type="search" defaultValue={words} />
      <IconButton className={styles.clear} label="Clear search" onClick={clear}>
        <Icon icon={X} />
      </IconButton>
    </span>
  );
}
