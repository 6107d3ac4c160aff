import { toNetwork } from '@shop/server-kit/http/toNetwork';
import type { FastifyRequest } from 'fastify';
import { hmac } from '../../secrets';

/** Returns the network of a request as limits and logs store it: an HMAC, which hides the IP address. */
export const hashNetwork = (
  { config }: { readonly config: { readonly authSecret: string } },
  request: Pick<FastifyRequest, 'ip'>,
): string => hmac(config.authSecret, 'network', toNetwork(request.ip));
