import { useEffect, useRef, type MouseEvent, type RefObject } from 'react';
import { afterPaint } from '../../parts/afterPaint';

/**
 * After Back, moves the focus to the product that was opened from the listing, which scrolls to it if the products were
 * loaded again. The entry of the browser's history stores it, so it survives a reload of the product's page. A reload
 * of the listing moves nothing.
 */
export const useReturnToProduct = (
  isShown: boolean,
): { ref: RefObject<HTMLDivElement | null>; onClickCapture: (event: MouseEvent) => void } => {
  const ref = useRef<HTMLDivElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    if (!isShown || isDone.current) return;
    isDone.current = true;
    // Other code may store anything in an entry.
    const opened = (history.state as { readonly opened?: unknown } | null)?.opened;
    const link = `:root:not([data-from-top]) h2 [href="${CSS.escape(String(opened))}"]`;
    // After the shell has focused the heading and restored the scroll position.
    afterPaint(() => ref.current?.querySelector<HTMLElement>(link)?.focus());
  }, [isShown]);
  return {
    ref,
    onClickCapture: ({ target }) => {
      const opened = (target as Element).closest('article a')?.getAttribute('href'); // clicks have no other targets
      if (opened) history.replaceState({ ...history.state, opened }, '');
    },
  };
};
