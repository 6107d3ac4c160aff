/** Runs after the browser has painted what was changed just now; where nothing is painted, soon. */
export const runAfterPaint = (task: () => void): void => {
  if (typeof requestAnimationFrame === 'undefined' || document.visibilityState === 'hidden') setTimeout(task);
  else requestAnimationFrame(() => setTimeout(task));
};
