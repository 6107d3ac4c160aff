const IDLE_TIMEOUT_MS = 3_000;

/**
 * Runs a task when the browser is idle, or after a delay in Safari, which has no requestIdleCallback. Returns a cancel
 * function.
 */
export const runWhenIdle = (task: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 1_000);
    return () => clearTimeout(timer);
  }
  // eslint-disable-next-line compat/compat -- checked above
  const handle = requestIdleCallback(task, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(handle);
};
