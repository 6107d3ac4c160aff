import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { focusElement } from '../focus/focusElement';

/** Stop waiting for a heading after this time. */
const MAX_HEADING_WAIT_MS = 10_000;

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

/** Whether nothing that a visitor could use has the focus. */
const hasNoFocus = (main: HTMLElement | null): boolean =>
  document.activeElement === document.body || document.activeElement === main;

/**
 * Moves focus to the new page's heading, where keyboard and screen reader users continue. A page that only shows
 * something else, as a listing does after a search, keeps the focus, unless nothing has it.
 */
export const useFocusAfterNavigation = (): void => {
  const { pathname, search } = useLocation();
  const shown = useRef({ pathname, search });

  useEffect(() => {
    const { pathname: formerPath, search: formerSearch } = shown.current;
    shown.current = { pathname, search };
    const main = document.getElementById('main');
    const isMoved = formerPath !== pathname || (formerSearch !== search && hasNoFocus(main));
    if (!isMoved || !main) return undefined;
    const heading = main.querySelector('h1');
    focusElement(heading ?? main);
    return heading ? undefined : focusHeadingWhenAdded(main);
  }, [pathname, search]);
};
