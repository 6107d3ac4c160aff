import { DEFAULT_STOREFRONT, isStorefrontId, STOREFRONT_COOKIE, type StorefrontId } from '@shop/contracts';
import type { FastifyRequest } from 'fastify';

/** Returns the storefront that a visitor has chosen (product.md 1.1). */
export const readStorefront = ({ cookies }: Pick<FastifyRequest, 'cookies'>): StorefrontId => {
  const remembered = cookies[STOREFRONT_COOKIE];
  return isStorefrontId(remembered) ? remembered : DEFAULT_STOREFRONT;
};
