import type { AppContext } from '../AppContext';
import { ShopError, type ShopErrorCode } from '../http/ShopError';
import { getSecondsUntil, type Limit } from './Limits';

/**
 * Consumes a use of a rate limit, or of each of several. @throws {ShopError} `code`, with `Retry-After`, if none is
 * left.
 */
export const requireWithinLimit = async (
  { limits, clock }: Pick<AppContext, 'limits' | 'clock'>,
  limit: Limit | readonly Limit[],
  code: ShopErrorCode = 'TOO_MANY_ATTEMPTS',
): Promise<void> => {
  const refusal = await limits.consume('key' in limit ? [limit] : limit);
  if (refusal) throw new ShopError(code, { retryAfterS: getSecondsUntil(clock.now(), refusal.until) });
};
