import type { PageRouters } from '../app/PageRouters';
import { reportDamage } from '../rum/reportError';
import { listenToInput } from './input';
import { shellParts } from './shellParts';

const PATIENCE_MS = 1_000;

/** Links that open something in place have the role of a button. */
const findLink = ({ target }: Event): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]:not([role="button"])') : null;

const isOfShell = (element: Element): boolean =>
  [...shellParts].some((part) => part.name !== 'main' && part.element.contains(element));

const isPlainClick = (event: Event): event is MouseEvent =>
  event instanceof MouseEvent &&
  event.type === 'click' &&
  event.button === 0 &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey;

/** Follows a link of the header or footer that did nothing when it was clicked, because a remote stopped the event. */
export const watchLinks = (routers: PageRouters): void => {
  const readPlace = () => {
    const { location, navigation } = routers.getSnapshot().router.state;
    return { href: window.location.href, key: location.key, isBusy: navigation.state !== 'idle' };
  };
  listenToInput((event) => {
    const link = isPlainClick(event) ? findLink(event) : null;
    if (!link || link.target !== '' || link.hasAttribute('download') || !isOfShell(link)) return;
    const { href } = link;
    const before = readPlace();
    if (href === before.href || link.hash !== '' || new URL(href).origin !== window.location.origin) return;
    setTimeout(() => {
      const now = readPlace();
      // Where nothing prevented it, the browser itself is loading the page.
      if (!event.defaultPrevented || now.isBusy || now.href !== before.href || now.key !== before.key) return;
      reportDamage(`A link of the shop did nothing: ${new URL(href).pathname.split('/')[1] ?? ''}`);
      window.location.assign(href);
    }, PATIENCE_MS);
  });
};
