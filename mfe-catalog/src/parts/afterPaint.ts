/**
 * Does work once what was just pressed is on the screen: a press is answered before its consequences are worked out.
 */
export const afterPaint = (work: () => void): void => {
  requestAnimationFrame(() => setTimeout(work));
};
