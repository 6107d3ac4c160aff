const MIN_DELAY_MS = 2_000;
const MAX_DELAY_MS = 30_000;
/** Served by the host itself and never cached by the service worker. */
const HEALTH_PATH = '/health';

const isServerReachable = async (): Promise<boolean> => {
  try {
    // eslint-disable-next-line no-restricted-globals -- the offline page does not include the API client
    return (await fetch(HEALTH_PATH, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
};

/**
 * Calls back once the server is reachable. It polls when the browser reports a network, when the page becomes visible,
 * and with increasing delays: browsers report a network before requests succeed, and some do not report one behind a
 * router.
 */
export const waitForServer = (onReachable: () => void): void => {
  let delayMs = MIN_DELAY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPolling = false;
  let isDone = false;

  const poll = async (): Promise<void> => {
    if (isPolling || isDone) return;
    isPolling = true;
    clearTimeout(timer);
    isDone = await isServerReachable();
    isPolling = false;
    if (isDone) {
      onReachable();
      return;
    }
    timer = setTimeout(() => void poll(), delayMs);
    delayMs = Math.min(delayMs * 2, MAX_DELAY_MS);
  };

  const restartPolling = (): void => {
    delayMs = MIN_DELAY_MS;
    void poll();
  };
  window.addEventListener('online', restartPolling);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') restartPolling();
  });
  timer = setTimeout(() => void poll(), delayMs);
};
