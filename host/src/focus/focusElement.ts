/** Focuses an element, also one that the Tab key does not reach, without scrolling to it. */
export const focusElement = (element: HTMLElement): void => {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
};
