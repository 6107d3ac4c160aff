import { reportDamage } from '../rum/reportError';
import { hasInput, mayAnswerInput } from './input';

/**
 * Reports navigations to another page that answer no input, where the browser can tell (Navigation API). One on a page
 * that nobody has touched is prevented.
 */
export const watchNavigations = (): void => {
  if (!('navigation' in window)) return;
  window.navigation.addEventListener('navigate', (event) => {
    const { navigationType, userInitiated, downloadRequest, destination } = event;
    // Redirects and filters of a page replace its entry; the browser's buttons traverse.
    const isOwn =
      navigationType === 'push' ||
      navigationType === 'reload' ||
      (navigationType === 'replace' && !destination.sameDocument);
    if (!isOwn || userInitiated || downloadRequest !== null || mayAnswerInput()) return;
    const { origin, pathname } = new URL(destination.url);
    const isElsewhere = origin !== window.location.origin || pathname !== window.location.pathname;
    if (!isElsewhere && navigationType !== 'reload') return;
    reportDamage(
      `The page navigated by itself to ${origin === window.location.origin ? pathname.split('/')[1] : origin}`,
    );
    if (!hasInput() && event.cancelable) event.preventDefault();
  });
};
