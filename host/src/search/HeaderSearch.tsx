import { Search } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { buildListingHref, paths } from '@shop/shared/navigation';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import styles from './HeaderSearch.module.css';
import { toSuggestionItems } from './suggestionItems';
import { SuggestionLine } from './SuggestionLine';
import { useCombobox } from './useCombobox';
import { useSuggestions } from './useSuggestions';

interface HeaderSearchProps {
  readonly placeholder: string;
  readonly autoFocus?: boolean;
  /** Called when the shopper leaves for a result. */
  readonly onDone?: () => void;
}

/** The shop's search with suggestions. It is a plain GET form, so it works before hydration. */
export function HeaderSearch({ placeholder, autoFocus = false, onDone }: HeaderSearchProps) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [focused, setFocused] = useState(false);
  const suggestions = useSuggestions(text, focused);
  const items = suggestions ? toSuggestionItems(suggestions, text.trim()) : [];

  const goTo = (href: string, remainingText: string): void => {
    setText(remainingText);
    if (input.current) input.current.value = remainingText;
    input.current?.blur();
    void navigate(href);
    onDone?.();
  };
  const combobox = useCombobox(items.length, (index) => {
    const item = items[index];
    if (item) goTo(item.href, item.kind === 'search' ? item.text : '');
  });
  const search = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    combobox.close();
    const q = input.current?.value.trim() ?? '';
    goTo(buildListingHref({ q }), q);
  };

  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);

  return (
    <form className={styles.search} role="search" aria-label="Whole shop" action={paths.products} onSubmit={search}>
      <Icon icon={Search} />
      <input
        {...combobox.inputProps}
        ref={input}
        type="search"
        name="q"
        aria-label="Search products"
        placeholder={placeholder}
        maxLength={200}
        enterKeyHint="search"
        onFocus={() => setFocused(true)}
        onBlur={(event) => {
          setFocused(false);
          combobox.inputProps.onBlur?.(event);
        }}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          combobox.open();
        }}
      />
      <ul {...combobox.listProps} className={styles.list} aria-label="Suggestions">
        {combobox.isOpen &&
          items.map((item, index) => (
            <li
              key={item.id}
              {...combobox.optionProps(index)}
              className={styles.item}
              data-active={combobox.isActive(index)}
            >
              <SuggestionLine item={item} words={suggestions?.corrected ?? text} />
            </li>
          ))}
      </ul>
      <span className={styles.said} role="status">
        {combobox.isOpen
          ? `${items.length - 1} suggestions${suggestions?.corrected ? ` for ${suggestions.corrected}` : ''}`
          : ''}
      </span>
    </form>
  );
}
