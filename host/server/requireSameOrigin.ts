import { RegistryError } from '@shop/registry';
import { isSameOriginRequest } from '@shop/server-kit/http/isSameOriginRequest';
import type { FastifyRequest } from 'fastify';

/**
 * CSRF check of forms, in addition to SameSite cookies. Without `own`, the host of the request is the origin.
 * @throws {RegistryError} which is answered with 403.
 */
export const requireSameOrigin = (request: FastifyRequest, own?: string): void => {
  const isOwn = (origin: string): boolean =>
    own === undefined ? URL.canParse(origin) && new URL(origin).host === request.host : origin === own;
  if (!isSameOriginRequest(request, isOwn))
    throw Object.assign(new RegistryError('forbidden', 'Cross-site requests are not allowed'), { statusCode: 403 });
};
