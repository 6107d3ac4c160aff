/**
 * Defers work until after the next paint, so that a press shows its effect first.
 */
export const afterPaint = (work: () => void): void => {
  requestAnimationFrame(() => setTimeout(work));
};
