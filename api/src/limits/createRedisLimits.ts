import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '../clock';
import type { Limit, Limits } from './Limits';

/**
 * Without Redis each process counts on its own and allows a quarter of each limit: two processes allow half of it, four
 * the whole.
 */
const FALLBACK_DIVISOR = 4;

/**
 * Rate limits with counters in Redis, which spares the database's disk. Without Redis they are stricter
 * (security.md 6.5).
 */
export const createRedisLimits = (redis: Redis, clock: Clock): Limits => {
  const limiters = new Map<string, RateLimiterRedis>();

  const getLimiter = ({ max, windowMs }: Limit): RateLimiterRedis => {
    const name = `${max}/${windowMs}`;
    const known = limiters.get(name);
    if (known) return known;
    const duration = Math.ceil(windowMs / 1_000);
    const limiter = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `limit:${name}`,
      points: max,
      duration,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory({
        keyPrefix: name,
        points: Math.max(1, Math.floor(max / FALLBACK_DIVISOR)),
        duration,
      }),
    });
    limiters.set(name, limiter);
    return limiter;
  };

  return {
    async consume(limits) {
      for (const [index, limit] of limits.entries())
        try {
          await getLimiter(limit).consume(limit.key, limit.cost ?? 1);
        } catch (refused) {
          if (!(refused instanceof RateLimiterRes)) throw refused;
          return { index, until: new Date(clock.now().getTime() + refused.msBeforeNext) };
        }
      return undefined;
    },
    async restore(limits) {
      for (const limit of limits) await getLimiter(limit).reward(limit.key, limit.cost ?? 1);
    },
  };
};
