import { useEffect, useRef, useState } from 'react';

const QUIET_MS = 300;

/**
 * A text that is being typed, and that the address has as soon as nobody types. It follows the address, as with a tab
 * or the back button. What `isWhole` refuses stays in the field.
 */
export const useTyped = (
  value: string,
  onRest: (text: string) => void,
  isWhole: (text: string) => boolean = () => true,
): readonly [string, (text: string) => void] => {
  const [text, setText] = useState(value);
  /** What the address has, or will have in a moment. */
  const known = useRef(value);
  // As it is when nobody types any more: other filters may have changed meanwhile.
  const rest = useRef(onRest);
  rest.current = onRest;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (known.current !== value) {
      clearTimeout(timer.current);
      setText(value);
    }
    known.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (next: string): void => {
    setText(next);
    clearTimeout(timer.current);
    const meant = next.trim();
    if (meant === known.current || !isWhole(meant)) return;
    timer.current = setTimeout(() => {
      known.current = meant;
      rest.current(meant);
    }, QUIET_MS);
  };
  return [text, type];
};
