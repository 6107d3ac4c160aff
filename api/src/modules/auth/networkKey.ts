import { toNetwork } from '@shop/observability/toNetwork';
import type { FastifyRequest } from 'fastify';
import { hmac } from './secrets';

/** The network of a request as limits and logs store it: an HMAC, so that nobody can read an address in them. */
export const networkKey = (
  { config }: { readonly config: { readonly authSecret: string } },
  request: Pick<FastifyRequest, 'ip'>,
): string => hmac(config.authSecret, 'network', toNetwork(request.ip));
