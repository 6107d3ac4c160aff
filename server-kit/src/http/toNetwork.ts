import ipaddr from 'ipaddr.js';

const V6_NETWORK_PARTS = 4; // Providers assign at least a /64 to each connection.

/** The network that rate limits count: an IPv4 address, or the /64 of an IPv6 address. */
export const toNetwork = (address: string): string => {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address); // An IPv4-mapped IPv6 address becomes IPv4.
  return parsed.kind() === 'ipv6' && parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, V6_NETWORK_PARTS)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : parsed.toString();
};
