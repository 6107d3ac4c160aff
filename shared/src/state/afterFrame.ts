/** Runs after the browser has painted what was changed just now; where nothing is painted, soon. */
export const afterFrame = (work: () => void): void => {
  if (typeof requestAnimationFrame === 'undefined' || document.visibilityState === 'hidden') setTimeout(work);
  else requestAnimationFrame(() => setTimeout(work));
};
