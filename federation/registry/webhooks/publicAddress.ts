import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The receiver is not on the public internet: this machine, a private range, or a cloud's metadata service. */
export class NotPublicAddressError extends Error {
  override name = 'NotPublicAddress';
  constructor(host: string, address: string) {
    super(`${host} is at ${address}, which is not a public address`);
  }
}

/** The only part of IPv6 routed on the internet (IANA). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
/** Azure's platform address, which provides credentials to virtual machines. Its range is public. */
const CLOUD_METADATA = ['168.63.129.16'];

/** ISATAP (RFC 5214): an IPv4 address after ::0:5efe or ::200:5efe, reached through a tunnel. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean => (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe;

/**
 * Also false for addresses that reach a private one by translation or tunnel: mapped, IPv4-compatible, NAT64, 6to4,
 * Teredo, ISATAP.
 */
const isPublic = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast' || CLOUD_METADATA.includes(address.toString())) return false;
  return address instanceof ipaddr.IPv4 || (address.match(GLOBAL_UNICAST) && !isIsatap(address));
};

const IPV6_BRACKETS = /^\[|\]$/g;

/**
 * Checks literal addresses, for which `connect` does no lookup.
 * @throws {NotPublicAddressError}
 */
export const requirePublicLiteral = ({ hostname }: URL): void => {
  const address = hostname.replace(IPV6_BRACKETS, '');
  if (isIP(address) !== 0 && !isPublic(address)) throw new NotPublicAddressError(hostname, address);
};

/**
 * Resolves a name for one connection. The checked address is the one connected to, so a name that changes in between
 * (DNS rebinding) gains nothing. If any address is private, all are refused.
 */
export const createPublicLookup =
  (lookup: typeof dns.lookup = dns.lookup): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const privateAddress = addresses.find(({ address }) => !isPublic(address));
      if (privateAddress) return callback(new NotPublicAddressError(hostname, privateAddress.address), '', 0);
      const [first] = addresses;
      if (options.all) return callback(null, addresses);
      return callback(null, first?.address ?? '', first?.family);
    });
  };

/**
 * Checks the address of a URL. Unresolvable names pass, because they are checked again at every delivery.
 * @throws {NotPublicAddressError}
 */
export const requirePublicAddress = async (url: URL): Promise<void> => {
  requirePublicLiteral(url);
  await new Promise<void>((resolve, reject) => {
    createPublicLookup()(url.hostname.replace(IPV6_BRACKETS, ''), { all: true }, (error) =>
      error instanceof NotPublicAddressError ? reject(error) : resolve(),
    );
  });
};
