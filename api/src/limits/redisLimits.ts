import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '../clock';
import type { Limit, Limits } from './Limits';

/**
 * With Redis gone each process counts alone and gives a quarter of the turns: two of them give half, four as many as
 * before.
 */
const SHARE_WITHOUT_REDIS = 4;

/**
 * Limits counted in Redis, away from the database's disk; where Redis is gone they go on, stricter (security.md 6.5).
 */
export const redisLimits = (redis: Redis, clock: Clock): Limits => {
  const limiters = new Map<string, RateLimiterRedis>();

  const limiterOf = ({ most, windowMs }: Limit): RateLimiterRedis => {
    const name = `${most}/${windowMs}`;
    const known = limiters.get(name);
    if (known) return known;
    const duration = Math.ceil(windowMs / 1_000);
    const limiter = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `limit:${name}`,
      points: most,
      duration,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory({
        keyPrefix: name,
        points: Math.max(1, Math.floor(most / SHARE_WITHOUT_REDIS)),
        duration,
      }),
    });
    limiters.set(name, limiter);
    return limiter;
  };

  return {
    async take(limit) {
      try {
        await limiterOf(limit).consume(limit.key, limit.cost ?? 1);
        return undefined;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return new Date(clock.now().getTime() + refused.msBeforeNext);
        throw refused;
      }
    },
    async giveBack(limit) {
      await limiterOf(limit).reward(limit.key, limit.cost ?? 1);
    },
  };
};
