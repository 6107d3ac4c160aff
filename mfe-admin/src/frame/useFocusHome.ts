import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Where the focus goes when the control that has it leaves the page: to the first of these elements that is shown.
 * Never into a field, as the shop does where nothing else is near: the next key would be typed there.
 */
export const useFocusHome = (selectors: readonly string[]): void => {
  const last = useRef<EventTarget | null>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent): void => {
      last.current = target;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  useLayoutEffect(() => {
    if (!(last.current instanceof HTMLElement) || last.current.isConnected) return;
    if (document.activeElement !== document.body) return;
    for (const selector of selectors) {
      document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
      if (document.activeElement !== document.body) return; // what is not shown takes no focus
    }
  });
};
