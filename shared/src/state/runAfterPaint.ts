/** Runs a task after the browser has painted the latest change, or soon if nothing is painted. */
export const runAfterPaint = (task: () => void): void => {
  if (typeof requestAnimationFrame === 'undefined' || document.visibilityState === 'hidden') setTimeout(task);
  else requestAnimationFrame(() => setTimeout(task));
};
