import type { AppContext } from '../AppContext';
import { ShopError, type ShopErrorCode } from '../http/ShopError';
import { getSecondsUntil, type Limit } from './Limits';

/** Consumes a use of a rate limit. @throws {ShopError} `code`, with `Retry-After`, if none is left. */
export const requireWithinLimit = async (
  { limits, clock }: Pick<AppContext, 'limits' | 'clock'>,
  limit: Limit,
  code: ShopErrorCode = 'TOO_MANY_ATTEMPTS',
): Promise<void> => {
  const refusedUntil = await limits.consume(limit);
  if (refusedUntil) throw new ShopError(code, { retryAfterS: getSecondsUntil(clock.now(), refusedUntil) });
};
