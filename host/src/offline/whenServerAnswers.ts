const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;
/** The host server's own answer, which no worker keeps. */
const HEALTH_PATH = '/health';

const answers = async (): Promise<boolean> => {
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
export const whenServerAnswers = (onAnswer: () => void): void => {
  let wait = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let isOver = false;

  const ask = async (): Promise<void> => {
    if (asking || isOver) return;
    asking = true;
    clearTimeout(timer);
    isOver = await answers();
    asking = false;
    if (isOver) {
      onAnswer();
      return;
    }
    timer = setTimeout(() => void ask(), wait);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  };

  const askAnew = (): void => {
    wait = FIRST_WAIT_MS;
    void ask();
  };
  window.addEventListener('online', askAnew);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') askAnew();
  });
  timer = setTimeout(() => void ask(), wait);
};
