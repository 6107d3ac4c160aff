import { Redis } from 'ioredis';

const CONNECT_TIMEOUT_MS = 1_000;
/** A turn is taken before a shopper is answered: who says nothing is gone. */
const COMMAND_TIMEOUT_MS = 250;
const LONGEST_PAUSE_MS = 2_000;

/**
 * A client that never queues: what Redis cannot do now is done without it. It connects when it is told to
 * (`connectRedis`).
 */
export const openRedis = (url: string): Redis =>
  new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 100, LONGEST_PAUSE_MS),
  });

/** Connects, and again each time Redis comes back. `onAway` is told why, once each time it goes, not at each try. */
export const connectRedis = (redis: Redis, onAway: (error: Error) => void): void => {
  let told = false;
  redis.on('error', (error: Error) => {
    if (!told) onAway(error);
    told = true;
  });
  redis.on('ready', () => {
    told = false;
  });
  redis.connect().catch(() => undefined); // told above
};
