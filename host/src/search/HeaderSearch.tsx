import { useEffect, useRef, useState } from 'react';
import { PlainSearch } from './PlainSearch';
import type { SearchFieldProps } from './SearchForm';
import { useSearchField } from './useSearchField';

/** The shop's search, with suggestions once they are loaded: never exchanged under the fingers of somebody who is typing. */
export function HeaderSearch(props: SearchFieldProps) {
  const { Field } = useSearchField();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState<string>();

  const exchange = (): void => {
    if (Field && input.current && document.activeElement !== input.current) setText(input.current.value);
  };
  useEffect(exchange, [Field]);

  if (Field && text !== undefined) return <Field {...props} initialText={text} />;
  return <PlainSearch {...props} input={input} onBlur={() => setTimeout(exchange)} />;
}
