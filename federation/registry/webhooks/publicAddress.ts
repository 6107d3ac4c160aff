import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { RegistryError } from '../RegistryError';

/** The only part of IPv6 routed on the internet (IANA). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
/** Azure's platform address, which provides credentials to virtual machines. Its range is public. */
const CLOUD_METADATA = '168.63.129.16';
/** ISATAP (RFC 5214): an IPv4 address after ::0:5efe or ::200:5efe, reached through a tunnel. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean => (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe;

/** False for this machine, private ranges, cloud metadata, and addresses that reach them by translation or tunnel. */
const isPublic = (text: string): boolean => {
  if (text === CLOUD_METADATA || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || (address.match(GLOBAL_UNICAST) && !isIsatap(address));
};

const requirePublic = (host: string, addresses: readonly string[]): void => {
  const found = addresses.find((address) => !isPublic(address));
  if (found !== undefined) throw new RegistryError('invalid', `${host} is at ${found}, which is not a public address`);
};

/**
 * Resolves a name for one connection. The checked address is the one connected to, so a name that changes in between
 * (DNS rebinding) gains nothing.
 */
export const createPublicLookup =
  (lookup: typeof dns.lookup = dns.lookup): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      try {
        if (error) throw error;
        requirePublic(
          hostname,
          found.map(({ address }) => address),
        );
        callback(null, options.all ? found : (found[0]?.address ?? ''), found[0]?.family);
      } catch (refusal) {
        callback(refusal as Error, '', 0); // of DNS, or a RegistryError
      }
    });

/** Which addresses are allowed: in production only public ones over https. */
export type AddressPolicy = 'public' | 'any';

/**
 * Parses the URL of a webhook. Names are checked at each delivery, when they are looked up.
 * @throws {RegistryError} `invalid` if it is not allowed.
 */
export const parseWebhookUrl = (text: string, policy: AddressPolicy): URL => {
  const url = new URL(URL.canParse(text) ? text : 'invalid:');
  const schemes = policy === 'public' ? ['https:'] : ['https:', 'http:'];
  if (!schemes.includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new RegistryError('invalid', 'A webhook needs a URL such as https://ci.example/hooks, without a password');
  const address = url.hostname.replace(/^\[|\]$/g, '');
  if (policy === 'public' && isIP(address) !== 0) requirePublic(url.hostname, [address]);
  return url;
};
