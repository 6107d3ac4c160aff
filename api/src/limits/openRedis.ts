import { Redis } from 'ioredis';

const CONNECT_TIMEOUT_MS = 1_000;
/** A request waits for its rate limit, so a slow Redis counts as unreachable. */
const COMMAND_TIMEOUT_MS = 250;
const MAX_RETRY_DELAY_MS = 2_000;

/** Creates a client that does not queue commands: they fail at once while Redis is unreachable. */
export const openRedis = (url: string): Redis =>
  new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 100, MAX_RETRY_DELAY_MS),
  });

/** Connects and reconnects. `onLost` is called once for each outage, not for each attempt to reconnect. */
export const connectRedis = (redis: Redis, onLost: (error: Error) => void): void => {
  let isReported = false;
  redis.on('error', (error: Error) => {
    if (!isReported) onLost(error);
    isReported = true;
  });
  redis.on('ready', () => {
    isReported = false;
  });
  redis.connect().catch(() => undefined); // reported by the 'error' event
};
