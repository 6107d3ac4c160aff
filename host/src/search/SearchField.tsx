import { useCombobox } from 'downshift';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { listingHref } from '@shop/shared/navigation';
import { SearchForm, type SearchFieldProps } from './SearchForm';
import { SuggestionLine } from './SuggestionLine';
import { suggestionItems, type SuggestionItem } from './suggestionItems';
import { useSuggestions } from './useSuggestions';
import styles from './SearchField.module.css';

/** The search with its suggestions: an editable combobox with a list (APG). Enter without a choice searches for what is typed. */
export function SearchField({ placeholder, initialText = '', autoFocus = false, onDone }: SearchFieldProps) {
  const navigate = useNavigate();
  const [text, setText] = useState(initialText);
  const [wanted, setWanted] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const suggestions = useSuggestions(text, wanted);
  const items = suggestions ? suggestionItems(suggestions, text.trim()) : [];
  const words = suggestions?.corrected ?? text;

  const go = (href: string): void => {
    setWanted(false);
    closeMenu();
    input.current?.blur();
    void navigate(href);
    onDone?.();
  };
  const choose = (item: SuggestionItem): void => {
    setText(item.kind === 'search' ? item.text : '');
    go(item.href);
  };

  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps, closeMenu } = useCombobox<SuggestionItem>({
    items,
    inputValue: text,
    itemToString: (item) => item?.text ?? '',
    // A choice is a way to go, not a value: nothing stays selected, and what is typed stays what is searched for.
    selectedItem: null,
    stateReducer: (state, { changes }) => ({ ...changes, inputValue: state.inputValue }),
    onSelectedItemChange: ({ selectedItem }) => selectedItem && choose(selectedItem),
  });
  const open = isOpen && items.length > 0;

  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    go(listingHref({ q: text.trim() }));
  };

  return (
    <SearchForm onSubmit={submit}>
      <input
        {...getInputProps({
          ref: input,
          type: 'search',
          name: 'q',
          placeholder,
          maxLength: 200,
          'aria-label': 'Search products',
          enterKeyHint: 'search',
          onFocus: () => setWanted(true),
          onChange: ({ currentTarget }) => {
            setWanted(true);
            setText(currentTarget.value);
          },
        })}
        aria-expanded={open}
      />
      <ul {...getMenuProps({ 'aria-label': 'Suggestions' })} className={styles.list} hidden={!open}>
        {open &&
          items.map((item, index) => (
            <li key={item.id} {...getItemProps({ item, index })} className={styles.item} data-active={index === highlightedIndex}>
              <SuggestionLine item={item} words={words} />
            </li>
          ))}
      </ul>
      <span className={styles.said} role="status">
        {open ? `${items.length - 1} suggestions${suggestions?.corrected ? ` for ${suggestions.corrected}` : ''}` : ''}
      </span>
    </SearchForm>
  );
}
