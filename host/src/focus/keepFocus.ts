import { focusElement } from './focusElement';

/**
 * Hands the focus on when the control that has it is removed or disabled, which browsers answer by focusing nothing:
 * the keyboard would start again at the top of the page, and a screen reader would be silent. A component that moves
 * the focus itself goes first.
 */

const FOCUSABLE =
  'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary, [tabindex]:not([tabindex="-1"])';

/** Where the focus was: what followed and preceded it, and the element that all of them are in. */
interface Place {
  readonly parent: Node | null;
  readonly next: Node | null;
}

const canBeFocused = (element: HTMLElement): boolean =>
  element.getClientRects().length > 0 && !element.closest('[inert], [aria-hidden="true"]');

const isBefore = (element: Node, other: Node): boolean =>
  Boolean(element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);

/** Returns the first control after the place, or else the last before it, in the smallest element that has any. */
const findNearby = ({ parent, next }: Place): HTMLElement | undefined => {
  if (!(parent instanceof Element) || parent === document.body) return undefined;
  const controls = [...parent.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(canBeFocused);
  const following = next && controls.find((control) => next.contains(control) || isBefore(next, control));
  return following ?? controls.at(-1) ?? findNearby({ parent: parent.parentNode, next: parent.nextSibling });
};

const isLost = (element: Element): boolean => !element.isConnected || element.matches(':disabled');

/** Starts to keep the focus of a page. Returns a function that stops it. */
export const keepFocus = (): (() => void) => {
  let focused: HTMLElement | undefined;
  let former: HTMLElement | undefined;
  let place: Place | undefined;

  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || target === focused) return;
    [former, focused, place] = [focused, target, undefined];
  };
  /** The visitor has left the control by a click on something else, unless it is gone. */
  const forget = ({ target, relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null || target !== focused) return;
    setTimeout(() => {
      if (target === focused && !isLost(focused) && document.activeElement !== focused) focused = undefined;
    });
  };
  const handOn = (): void => {
    const { activeElement } = document;
    if (!focused || !place || !isLost(focused)) return;
    if (activeElement !== null && activeElement !== document.body && activeElement !== focused) return;
    const nearby = findNearby(place) ?? (former && !isLost(former) ? former : undefined);
    const heading = document.querySelector('h1');
    if (nearby) nearby.focus({ preventScroll: true });
    else if (heading) focusElement(heading);
  };
  const observer = new MutationObserver((records) => {
    if (!focused || !isLost(focused)) return;
    for (const { type, target, removedNodes, nextSibling } of records) {
      const lost: Node = place?.parent ?? focused;
      if (type === 'attributes') place ??= { parent: focused.parentNode, next: focused.nextSibling };
      else if ([...removedNodes].some((node) => node.contains(lost))) place = { parent: target, next: nextSibling };
      else if (place && [...removedNodes].includes(place.next as ChildNode)) place = { ...place, next: nextSibling };
    }
    // After effects of components, and after what replaces the control has come.
    requestAnimationFrame(() => setTimeout(handOn));
  });

  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', forget);
  observer.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', forget);
    observer.disconnect();
  };
};
