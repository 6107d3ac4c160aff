import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { keyedHash } from './secrets';

const V6_NETWORK_PARTS = 4; // a /64 is what one connection gets

/** What counts as one place on the internet: an IPv4 address, or the /64 of an IPv6 one. */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address); // an IPv4 address in IPv6 clothes becomes itself
  return parsed.kind() === 'ipv6' && parsed instanceof ipaddr.IPv6 ? `${parsed.parts.slice(0, V6_NETWORK_PARTS).map((part) => part.toString(16)).join(':')}::/64` : parsed.toString();
};

/** The network of a request as limits and logs store it: an HMAC, so that nobody can read an address in them. */
export const networkKey = ({ config }: { readonly config: { readonly authSecret: string } }, request: Pick<FastifyRequest, 'ip'>): string =>
  keyedHash(config.authSecret, 'network', networkOf(request.ip));
