import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

/** A page that has no heading by then keeps the focus where it is. */
const LONGEST_WAIT_MS = 10_000;

const focus = (element: HTMLElement): void => {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
};

/** Focuses the heading as soon as it is there, unless the reader has gone on meanwhile. Answers how to stop waiting. */
const focusHeadingWhenItComes = (main: HTMLElement): (() => void) => {
  const observer = new MutationObserver(() => {
    const heading = main.querySelector('h1');
    if (!heading) return;
    if (document.activeElement === main) focus(heading);
    stop();
  });
  const timer = setTimeout(() => stop(), LONGEST_WAIT_MS);
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(main, { childList: true, subtree: true });
  return stop;
};

/** Moves focus to the new page's heading, so that a keyboard or screen reader goes on from there. */
export const useFocusAfterNavigation = (main: RefObject<HTMLElement | null>): void => {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname || !main.current) return undefined;
    shown.current = pathname;
    const heading = main.current.querySelector('h1');
    focus(heading ?? main.current);
    return heading ? undefined : focusHeadingWhenItComes(main.current);
  }, [pathname, main]);
};
