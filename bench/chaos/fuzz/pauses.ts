import { sendRequest } from '../sendRequest';

/** Maximum pause of the API's event loop caused by one request. */
export const MAX_PAUSE_MS = 100;
/** Number of repetitions: a busy machine may pause a process once, but a request's cost recurs. */
const TRIES = 3;
/** Timeout for a request: a fault may block the process for minutes. */
const LONGEST_WAIT_MS = 300_000;
/** A pause that is longer than a busy machine causes. */
const NO_NOISE_MS = 2_000;

/**
 * Returns the longest event loop delay since the last call, as measured by the API process.
 */
export const readLongestPause = async (url: string): Promise<number> => {
  const { body } = await sendRequest(`${url}/metrics`, { timeoutMs: LONGEST_WAIT_MS });
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(body)?.[1];
  if (seconds === undefined) throw new Error('The API does not tell how long its event loop paused');
  return Number(seconds) * 1_000;
};

/** Measures the event loop pause of a request sent alone: the shortest of several tries. */
export const measurePause = async (url: string, send: () => Promise<unknown>): Promise<number> => {
  let shortest = Infinity;
  for (let n = 0; n < TRIES && shortest > MAX_PAUSE_MS && !(n > 0 && shortest > NO_NOISE_MS); n += 1) {
    await readLongestPause(url);
    await send();
    shortest = Math.min(shortest, await readLongestPause(url));
  }
  return shortest;
};
