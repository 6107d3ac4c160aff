import { handleClientErrors } from '@shop/observability/handleClientErrors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SECURITY_HEADERS } from './securityHeaders';

const TEXT = 'This address or request cannot be read. The shop begins at /';
const HEADERS = {
  ...SECURITY_HEADERS,
  'cache-control': 'no-store',
  'content-type': 'text/plain; charset=utf-8',
} as const;

/** An address that cannot be decoded or is too long reaches no route and no hook. Nothing of it is repeated. */
export const handleInvalidUrl = (
  { statusCode = 400 }: { readonly statusCode?: number },
  _request: FastifyRequest,
  reply: FastifyReply,
): void => {
  void reply.code(statusCode).headers(HEADERS).send(TEXT);
};

/** What is no HTTP, or more than a request's head may be. */
export const handleMalformedRequest = handleClientErrors({ headers: HEADERS, text: TEXT });

/**
 * Dot segments, encoded dots and slashes, backslashes, fragments: a proxy, a router and `new URL` each read another
 * path from them.
 */
const AMBIGUOUS_PATH = /^[^?]*(?:\/\.{1,2}(?=[/?]|$)|%2e|%2f|%5c|[\\#])/i;

/**
 * Refuses a path that this server could read differently from the proxy in front of it, which chose by its own reading
 * what may be kept.
 */
export const refuseAmbiguousPaths = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (!AMBIGUOUS_PATH.test(request.originalUrl)) return;
    return reply.code(400).headers(HEADERS).send(TEXT);
  });
};
