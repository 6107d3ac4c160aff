import { reportDamage } from '../rum/reportError';
import { listenToInput } from './input';
import { reloadOnce } from './reloadOnce';
import { shellParts } from './shellParts';

/** Finds the element below `main` that contains the event's target: the outermost one of the page. */
const findContent = (event: Event): EventTarget | undefined => {
  const main = [...shellParts].find(({ name }) => name === 'main')?.element;
  const path = event.composedPath();
  return main && path[path.indexOf(main) - 1];
};

/**
 * Notices input that was stopped or prevented before it reached a page, and loads the page anew. `isOwnDoing` says
 * whether only the page itself can have done it.
 */
export const watchInput = (isOwnDoing: () => boolean): void => {
  listenToInput((event) => {
    const content = findContent(event);
    if (!content || isOwnDoing()) return;
    let isReached = false;
    // Added at the last moment, to an element that no earlier page knows.
    const onReach = (): void => {
      isReached = !event.defaultPrevented;
    };
    content.addEventListener(event.type, onReach, { capture: true, once: true });
    setTimeout(() => {
      content.removeEventListener(event.type, onReach, { capture: true });
      if (isReached) return;
      reportDamage(`Input did not reach the page: ${event.type}`);
      reloadOnce();
    });
  });
};
