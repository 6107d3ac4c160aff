import { handleClientErrors } from '@shop/server-kit/http/handleClientErrors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SECURITY_HEADERS } from './securityHeaders';

const TEXT = 'This address or request cannot be read. The shop begins at /';
const HEADERS = {
  ...SECURITY_HEADERS,
  'cache-control': 'no-store',
  'content-type': 'text/plain; charset=utf-8',
} as const;

/**
 * Handles URLs that are malformed or too long; they reach no route and no hook. The response repeats nothing of the
 * URL.
 */
export const handleInvalidUrl = (
  { statusCode = 400 }: { readonly statusCode?: number },
  _request: FastifyRequest,
  reply: FastifyReply,
): void => {
  void reply.code(statusCode).headers(HEADERS).send(TEXT);
};

/** Handles requests that are not HTTP or whose headers are too large. */
export const handleMalformedRequest = handleClientErrors({ headers: HEADERS, text: TEXT });

/**
 * Dot segments, encoded dots and slashes, backslashes and fragments: a proxy, a router and `new URL` can each read a
 * different path from them.
 */
const AMBIGUOUS_PATH = /^[^?]*(?:\/\.{1,2}(?=[/?]|$)|%2e|%2f|%5c|[\\#])/i;

/**
 * Refuses paths that this server might read differently than the proxy in front of it, which decides what to cache by
 * its own reading.
 */
export const refuseAmbiguousPaths = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (!AMBIGUOUS_PATH.test(request.originalUrl)) return;
    return reply.code(400).headers(HEADERS).send(TEXT);
  });
};

/** A name or address, as browsers send it; in development, pages and robots.txt are written with it. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

export const refuseInvalidHosts = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (request.host === '' || HOST.test(request.host)) return;
    return reply.code(400).headers(HEADERS).send(TEXT);
  });
};
