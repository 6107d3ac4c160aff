import { networkOf } from '@shop/observability/networkOf';
import type { FastifyRequest } from 'fastify';
import { hmac } from './secrets';

/** The network of a request as limits and logs store it: an HMAC, so that nobody can read an address in them. */
export const networkKey = (
  { config }: { readonly config: { readonly authSecret: string } },
  request: Pick<FastifyRequest, 'ip'>,
): string => hmac(config.authSecret, 'network', networkOf(request.ip));
