import { useEffect, useState, type RefObject } from 'react';

/** Returns true once a sentinel at the top of the page has scrolled out of view, without a scroll handler. */
export const useScrolled = (sentinel: RefObject<HTMLElement | null>): boolean => {
  const [scrolled, setScrolled] = useState(false);

  useEffect(() => {
    if (!sentinel.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => setScrolled(entry ? !entry.isIntersecting : false));
    observer.observe(sentinel.current);
    return () => observer.disconnect();
  }, [sentinel]);

  return scrolled;
};
