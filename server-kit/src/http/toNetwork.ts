import ipaddr from 'ipaddr.js';

/** A network that an address belongs to. */
export interface Network {
  /** For example "192.0.2.7", "192.0.2.0/24" or "2001:db8:0:1::/64". */
  readonly name: string;
  /** Share of this network in a limit, as a multiple of the share of one connection. */
  readonly share: number;
}

/**
 * Providers assign a /64 to a connection or a phone, up to a /56 to a home and a /48 to a company; a phone network has
 * all of its customers in a few /48. An IPv4 address can be an office, or the customers of a carrier's NAT, who are
 * spread over the /24.
 */
const V6_NETWORKS = [
  { bits: 64, share: 1 },
  { bits: 56, share: 4 },
  { bits: 48, share: 16 },
] as const;
const V4_NETWORK = { bits: 24, share: 8 } as const;

const maskV6 = (address: ipaddr.IPv6, bits: number): string => {
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${bits}`);
  return `${network.parts
    .slice(0, Math.ceil(bits / 16))
    .map((part) => part.toString(16))
    .join(':')}::/${bits}`;
};

/**
 * The networks that rate limits count, from the narrowest to the widest: an IPv4 address and its /24, or the /64, /56
 * and /48 of an IPv6 address. Whoever has many addresses shares the limit of the wider network with their neighbors.
 */
export const toNetworks = (address: string): readonly [Network, ...Network[]] => {
  if (!ipaddr.isValid(address)) return [{ name: 'unknown', share: 1 }];
  const parsed = ipaddr.process(address); // An IPv4-mapped IPv6 address becomes IPv4.
  if (parsed instanceof ipaddr.IPv6) {
    const [first, ...wider] = V6_NETWORKS.map(({ bits, share }) => ({ name: maskV6(parsed, bits), share }));
    return first ? [first, ...wider] : [{ name: 'unknown', share: 1 }];
  }
  const name = parsed.toString();
  const { bits, share } = V4_NETWORK;
  return [
    { name, share: 1 },
    { name: `${ipaddr.IPv4.networkAddressFromCIDR(`${name}/${bits}`).toString()}/${bits}`, share },
  ];
};

/** Whether a request comes from this machine itself. */
export const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** The narrowest network of an address: an IPv4 address, or the /64 of an IPv6 address. */
export const toNetwork = (address: string): string => toNetworks(address)[0].name;
