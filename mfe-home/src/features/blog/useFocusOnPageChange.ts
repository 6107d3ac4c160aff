import { useEffect, useRef, type RefObject } from 'react';

/** SPEC 4: changing the page scrolls to the top; who uses the keyboard goes on from there. */
export const useFocusOnPageChange = (page: number): RefObject<HTMLDivElement | null> => {
  const head = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    window.scrollTo({ top: 0 });
    const heading = head.current?.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [page]);
  return head;
};
