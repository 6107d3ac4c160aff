import { useEffect, useRef, type MouseEvent, type RefObject } from 'react';
import { afterPaint } from '../../parts/afterPaint';

/**
 * After Back, moves the focus to the product that was opened from the listing, which scrolls to it if the products were
 * loaded again. The entry of the browser's history stores it, so it survives a reload of the product's page.
 */
export const useReturnToProduct = (
  isShown: boolean,
): { ref: RefObject<HTMLDivElement | null>; onClickCapture: (event: MouseEvent) => void } => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Other code may store anything in an entry.
    const { opened, ...state } = (history.state ?? {}) as { readonly opened?: unknown };
    if (!isShown || typeof opened !== 'string') return;
    history.replaceState(state, '');
    // After the shell has focused the heading and restored the scroll position.
    afterPaint(() => ref.current?.querySelector<HTMLElement>(`h2 a[href="${CSS.escape(opened)}"]`)?.focus());
  }, [isShown]);
  return {
    ref,
    onClickCapture: ({ target }) => {
      const opened = target instanceof Element ? target.closest('article a')?.getAttribute('href') : null;
      if (opened) history.replaceState({ ...history.state, opened }, '');
    },
  };
};
