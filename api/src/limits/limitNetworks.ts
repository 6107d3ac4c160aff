import { toNetworks } from '@shop/server-kit/http/toNetwork';
import type { AppContext } from '../AppContext';
import { hmac } from '../secrets';
import type { Limit } from './Limits';

/**
 * Limits by network: `max` for one connection, and the shares of the wider networks that it belongs to (toNetworks).
 * Addresses are hidden by an HMAC.
 */
export const limitNetworks = (
  { config }: { readonly config: Pick<AppContext['config'], 'authSecret'> },
  ip: string,
  { kind, max, windowMs, cost }: Omit<Limit, 'key'> & { readonly kind: string },
): readonly Limit[] =>
  toNetworks(ip).map(({ name, share }) => ({
    key: `${kind}:${hmac(config.authSecret, 'network', name)}`,
    max: max * share,
    windowMs,
    ...(cost === undefined ? {} : { cost }),
  }));
