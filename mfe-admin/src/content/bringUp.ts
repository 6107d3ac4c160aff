/** Focuses what has appeared out of sight, and shows it from its top. */
export const bringUp = (element: HTMLElement | null): void => {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'start' });
};
