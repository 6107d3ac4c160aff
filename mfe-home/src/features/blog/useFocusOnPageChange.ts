import { useEffect, useRef, type RefObject } from 'react';

/**
 * Changing the page: who uses the keyboard goes on from its heading. The shell scrolls, up to new pages and back to
 * known ones.
 */
export const useFocusOnPageChange = (page: number): RefObject<HTMLDivElement | null> => {
  const head = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    const heading = head.current?.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [page]);
  return head;
};
