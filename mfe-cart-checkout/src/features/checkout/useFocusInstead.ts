import { useEffect, useRef, type RefObject } from 'react';

/**
 * The pressed button disappears with the form: move the focus to the heading that replaces it and scroll it into view.
 */
export const useFocusInstead = (replaced: boolean): RefObject<HTMLDivElement | null> => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const heading = place.current?.querySelector('h1');
    if (!replaced || !heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [replaced]);
  return place;
};
