import { Redis } from 'ioredis';

const CONNECT_TIMEOUT_MS = 1_000;
/** A turn is taken before a shopper is answered: who says nothing is gone. */
const COMMAND_TIMEOUT_MS = 250;
const LONGEST_PAUSE_MS = 2_000;

/** A client that never queues: what Redis cannot do now is done without it, and it comes back by itself. */
export const openRedis = (url: string, onError: (error: Error) => void): Redis => {
  const redis = new Redis(url, {
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 100, LONGEST_PAUSE_MS),
  });
  let told = false;
  redis.on('error', (error: Error) => {
    if (!told) onError(error);
    told = true; // once each time it goes, not at each try
  });
  redis.on('ready', () => {
    told = false;
  });
  return redis;
};
