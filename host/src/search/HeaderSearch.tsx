import { SearchField } from '@shop/shared/design-system/SearchField';
import { VisuallyHidden } from '@shop/shared/design-system/VisuallyHidden';
import { buildListingHref, paths } from '@shop/shared/navigation';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { focusElement } from '../focus/focusElement';
import styles from './HeaderSearch.module.css';
import { loadSuggestionParts } from './loadSuggestionParts';
import type { SuggestionItem } from './suggestionItems';
import { useCombobox } from './useCombobox';
import { useSuggestions } from './useSuggestions';

export const SEARCH_ID = 'header-search';

interface HeaderSearchProps {
  readonly placeholder: string;
  /** What the page shows results for. */
  readonly searched?: string;
  readonly autoFocus?: boolean;
  /** Called when the shopper leaves for a result. */
  readonly onDone?: () => void;
}

/** The shop's search with suggestions. It is a plain GET form, so it works before hydration. */
export function HeaderSearch({ placeholder, searched = '', autoFocus = false, onDone }: HeaderSearchProps) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(searched);
  const [focused, setFocused] = useState(false);
  const suggestions = useSuggestions(text, focused);
  const storefront = useAppSelector(selectStorefront);
  const [parts, setParts] = useState<Awaited<ReturnType<typeof loadSuggestionParts>>>();
  const [starters, setStarters] = useState<readonly SuggestionItem[]>([]);
  const q = text.trim();
  const items = parts && suggestions ? parts.toSuggestionItems(suggestions, q) : q === '' ? starters : [];

  useEffect(() => setText(searched), [searched]);

  const goTo = (href: string, remainingText: string): void => {
    setText(remainingText);
    if (input.current) input.current.value = remainingText;
    // On to what it finds; the keyboard of a phone closes, too.
    const main = document.querySelector<HTMLElement>('main');
    if (main) focusElement(main);
    else input.current?.blur();
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
    // Text that was typed before hydration is in the field only.
    const typed = input.current?.value.trim() ?? '';
    goTo(buildListingHref({ q: typed }), typed);
  };

  const offerStarters = async (): Promise<void> => {
    const loaded = await loadSuggestionParts();
    setParts(loaded);
    setStarters(loaded.listStarters(storefront));
    if (document.activeElement === input.current) combobox.open();
  };

  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);

  return (
    <form className={styles.search} role="search" aria-label="Whole shop" action={paths.products} onSubmit={search}>
      <SearchField
        {...combobox.inputProps}
        ref={input}
        id={SEARCH_ID}
        name="q"
        words={searched}
        aria-label="Search products"
        placeholder={placeholder}
        maxLength={200}
        enterKeyHint="search"
        onFocus={() => {
          setFocused(true);
          // Without them, the field is a plain search.
          void offerStarters().catch(() => undefined);
        }}
        onBlur={(event) => {
          setFocused(false);
          combobox.inputProps.onBlur?.(event);
        }}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          combobox.open();
        }}
        onClear={() => setText('')}
      />
      <ul {...combobox.listProps} className={styles.list} aria-label="Suggestions">
        {combobox.isOpen &&
          parts &&
          items.map((item, index) => (
            <li
              key={item.id}
              {...combobox.optionProps(index)}
              className={styles.item}
              data-active={combobox.isActive(index)}
            >
              <parts.SuggestionLine item={item} words={suggestions?.corrected ?? text} />
            </li>
          ))}
      </ul>
      <span role="status">
        <VisuallyHidden>
          {combobox.isOpen
            ? `${suggestions ? items.length - 1 : items.length} suggestions${suggestions?.corrected ? ` for ${suggestions.corrected}` : ''}`
            : ''}
        </VisuallyHidden>
      </span>
    </form>
  );
}
