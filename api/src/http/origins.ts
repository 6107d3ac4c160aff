import type { ShopAddress } from '@shop/shared/contracts';
import type { FastifyRequest } from 'fastify';
import type { ApiConfig } from '../config';

type Addresses = Pick<ApiConfig, 'publicUrl' | 'hosts'>;

export const toShopAddress = ({ publicUrl, hosts }: Addresses): ShopAddress => ({
  origin: new URL(publicUrl).origin,
  hosts,
});

/** Lists the origins at which browsers see the shop. */
export const listOrigins = (config: Addresses): readonly [string, ...string[]] => [
  new URL(config.publicUrl).origin,
  ...Object.values(config.hosts ?? {}),
];

/** Returns the origin that a browser is at, to lead it back there, or the public URL's. */
export const getRequestOrigin = (config: Addresses, { host }: Pick<FastifyRequest, 'host'>): string => {
  const [first, ...others] = listOrigins(config);
  return others.find((origin) => new URL(origin).host === host.toLowerCase()) ?? first;
};
