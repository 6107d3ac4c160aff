const MIN_DELAY_MS = 2_000;
const MAX_DELAY_MS = 30_000;
/** The host server's own answer, which no worker keeps. */
const HEALTH_PATH = '/health';

const isServerReachable = async (): Promise<boolean> => {
  try {
    // eslint-disable-next-line no-restricted-globals -- the offline page has none of the shop's code
    return (await fetch(HEALTH_PATH, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
};

/**
 * Calls back once the server can be reached. It is asked when the browser says there is a network, when the page is
 * looked at again, and from time to time: browsers say so before a request gets through, and some say nothing (a
 * network that comes back behind a router).
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
