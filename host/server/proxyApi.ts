import { Readable } from 'node:stream';
import httpProxy from '@fastify/http-proxy';
import { describeError } from '@shop/observability/describeError';
import { drainRefusedBodies } from '@shop/observability/drainRefusedBodies';
import { MAX_BODY_BYTES } from '@shop/shared/contracts';
import type { FastifyError, FastifyInstance } from 'fastify';
import type { HostConfig } from './config';
import { buildProxyHeaders } from './observability/buildProxyHeaders';

const API_DOWN = {
  status: false,
  success: false,
  code: 'UNAVAILABLE',
  message: 'The shop is resting for a moment. Please try again.',
};
const INVALID_REQUEST = {
  status: false,
  success: false,
  code: 'INVALID_REQUEST',
  message: 'The request is not valid.',
};
const RETRY_AFTER_S = '2';

/** As much of a reply as the proxy's own type of it and Fastify's have in common. */
interface Refusable {
  code(status: number): { headers(values: object): { send(body: unknown): unknown } };
}
const sendApiDown = (reply: Refusable): void =>
  void reply.code(503).headers({ 'cache-control': 'no-store', 'retry-after': RETRY_AFTER_S }).send(API_DOWN);

/**
 * Bodies are read whole before they go on. The API stops reading one that is too large; a proxy that is still writing
 * then loses the connection, and with it the answer.
 */
const bufferBodies = (scope: FastifyInstance): void => {
  drainRefusedBodies(scope);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
    done(null, Readable.from([body], { objectMode: false })),
  );
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode < 500) return reply.code(statusCode).header('cache-control', 'no-store').send(INVALID_REQUEST);
    request.log.error({ err: describeError(error) }, 'request failed');
    return sendApiDown(reply);
  });
};

/** Passes the API's addresses on to it; in development its mailbox, too. */
export const proxyApi = async (
  app: FastifyInstance,
  { apiOrigin, production }: Pick<HostConfig, 'apiOrigin' | 'production'>,
): Promise<void> => {
  await app.register(async (scope) => {
    bufferBodies(scope);
    const proxy = {
      upstream: apiOrigin,
      proxyPayloads: false,
      // its lines have whole paths, with numbers of orders in them; observeRequests writes the route
      disableRequestLogging: true,
      replyOptions: { onError: sendApiDown, rewriteRequestHeaders: buildProxyHeaders },
    };
    await scope.register(httpProxy, { ...proxy, prefix: '/api', rewritePrefix: '/api' });
    // The API knows every product: search engines find its list where they look for it.
    for (const [prefix, rewritePrefix] of [
      ['/sitemap.xml', '/api/sitemap.xml'],
      ['/sitemaps', '/api/sitemaps'],
    ] as const) {
      await scope.register(httpProxy, { ...proxy, prefix, rewritePrefix, httpMethods: ['GET', 'HEAD'] });
    }
    if (!production) await scope.register(httpProxy, { ...proxy, prefix: '/dev', rewritePrefix: '/api/dev' });
  });
};
