import { ask } from '../ask';

/** For longer than this nothing may keep the API's event loop: everybody else waits as long. */
export const MAX_PAUSE_MS = 100;
/** A busy machine may pause a process once; what a request costs, it costs each time. */
const TRIES = 3;
/** A fault may keep the process for minutes: it is told of then, not given up on. */
const LONGEST_WAIT_MS = 300_000;
/** A pause that no busy machine makes. */
const NO_NOISE_MS = 2_000;

/**
 * The longest time for which the API's event loop took nothing, since this was last asked: the process measures it
 * itself.
 */
export const readLongestPause = async (url: string): Promise<number> => {
  const { body } = await ask(`${url}/metrics`, { timeoutMs: LONGEST_WAIT_MS });
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(body)?.[1];
  if (seconds === undefined) throw new Error('The API does not tell how long its event loop paused');
  return Number(seconds) * 1_000;
};

/** How long the event loop pauses for what is sent, by itself: the shortest of several tries. */
export const measurePause = async (url: string, send: () => Promise<unknown>): Promise<number> => {
  let shortest = Infinity;
  for (let n = 0; n < TRIES && shortest > MAX_PAUSE_MS && !(n > 0 && shortest > NO_NOISE_MS); n += 1) {
    await readLongestPause(url);
    await send();
    shortest = Math.min(shortest, await readLongestPause(url));
  }
  return shortest;
};
