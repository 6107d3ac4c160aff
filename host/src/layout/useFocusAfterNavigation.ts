import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

/** Stop waiting for a heading after this time. */
const MAX_HEADING_WAIT_MS = 10_000;

const focusElement = (element: HTMLElement): void => {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
};

/**
 * Focuses the heading once it is added, unless the focus has moved meanwhile. Returns a function that stops waiting.
 */
const focusHeadingWhenAdded = (main: HTMLElement): (() => void) => {
  const observer = new MutationObserver(() => {
    const heading = main.querySelector('h1');
    if (!heading) return;
    if (document.activeElement === main) focusElement(heading);
    stop();
  });
  const timer = setTimeout(() => stop(), MAX_HEADING_WAIT_MS);
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(main, { childList: true, subtree: true });
  return stop;
};

/** Moves focus to the new page's heading, where keyboard and screen reader users continue. */
export const useFocusAfterNavigation = (main: RefObject<HTMLElement | null>): void => {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname || !main.current) return undefined;
    shown.current = pathname;
    const heading = main.current.querySelector('h1');
    focusElement(heading ?? main.current);
    return heading ? undefined : focusHeadingWhenAdded(main.current);
  }, [pathname, main]);
};
