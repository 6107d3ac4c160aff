import { useEffect, useRef, type RefObject } from 'react';

/**
 * The button that was pressed goes away with the form, far down on a phone: the heading of what stands in its place
 * gets the focus, and is scrolled to.
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
