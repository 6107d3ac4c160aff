import ipaddr from 'ipaddr.js';

const V6_NETWORK_PARTS = 4; // a /64 is what one connection gets

/** What counts as one place on the internet: an IPv4 address, or the /64 of an IPv6 one. */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address); // an IPv4 address in IPv6 clothes becomes itself
  return parsed.kind() === 'ipv6' && parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, V6_NETWORK_PARTS)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : parsed.toString();
};
