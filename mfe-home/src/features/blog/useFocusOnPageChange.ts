import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to the heading after paging, for keyboard users. The shell restores the scroll position.
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
