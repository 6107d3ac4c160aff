import { listingHref } from '@shop/shared/navigation';
import { useEffect, type FormEvent, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { SearchForm, type SearchFieldProps } from './SearchForm';

interface PlainSearchProps extends Omit<SearchFieldProps, 'initialText'> {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onBlur?: () => void;
}

/** The search without suggestions: what the server renders, and what stays where they cannot be loaded. */
export function PlainSearch({ placeholder, autoFocus = false, onDone, input, onBlur }: PlainSearchProps) {
  const navigate = useNavigate();
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus, input]);

  const search = (event: FormEvent): void => {
    event.preventDefault();
    void navigate(listingHref({ q: input.current?.value.trim() ?? '' }));
    onDone?.();
  };
  return (
    <SearchForm onSubmit={search}>
      <input ref={input} type="search" name="q" placeholder={placeholder} maxLength={200} aria-label="Search products" enterKeyHint="search" onBlur={onBlur} />
    </SearchForm>
  );
}
