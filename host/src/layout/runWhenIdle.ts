const IDLE_TIMEOUT_MS = 3_000;

/**
 * Runs when the browser has nothing better to do; Safari, which cannot tell, a moment later. Answers how to call it
 * off.
 */
export const runWhenIdle = (task: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 1_000);
    return () => clearTimeout(timer);
  }
  // eslint-disable-next-line compat/compat -- asked for above
  const handle = requestIdleCallback(task, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(handle);
};
