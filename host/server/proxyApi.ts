import { PassThrough, Readable } from 'node:stream';
import httpProxy from '@fastify/http-proxy';
import { describeError } from '@shop/server-kit/observability/describeError';
import { drainRefusedBodies } from '@shop/server-kit/http/drainRefusedBodies';
import { MAX_BODY_BYTES, MAX_EVENT_BYTES, uploadImport, uploadPicture } from '@shop/contracts';
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

/** The common part of Fastify's reply and the proxy's own type for it. */
interface Refusable {
  code(status: number): { headers(values: object): { send(body: unknown): unknown } };
}
const sendApiDown = (reply: Refusable): void =>
  void reply.code(503).headers({ 'cache-control': 'no-store', 'retry-after': RETRY_AFTER_S }).send(API_DOWN);

/**
 * Buffers request bodies before forwarding. The API stops reading an oversized body; a proxy that is still writing
 * would lose the connection and the response.
 */
const bufferBodies = (scope: FastifyInstance, bodyLimit: number): void => {
  drainRefusedBodies(scope);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
    done(null, Readable.from([body], { objectMode: false })),
  );
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode < 500) return reply.code(statusCode).header('cache-control', 'no-store').send(INVALID_REQUEST);
    request.log.error({ err: describeError(error) }, 'request failed');
    return sendApiDown(reply);
  });
};

/**
 * Forwards a file that staff upload while it arrives. The API lets in nobody else, and limits it while it reads; the
 * shop's origin has no such path (separateOrigins.ts).
 */
const streamBodies = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers();
  // The proxy ends a body that the API has refused, which must not end the connection: its sender gets the answer.
  scope.addContentTypeParser('*', (_request, payload, done) => {
    const body = new PassThrough();
    payload.once('close', () => {
      if (!payload.readableEnded) body.destroy();
    });
    done(null, payload.pipe(body));
  });
  scope.addHook('onSend', async ({ raw }, reply) => {
    if (!raw.complete) reply.removeHeader('connection'); // closeUnreadBodies closes it
  });
};

/** Forwards API requests, and in development also the mailbox. */
export const proxyApi = async (
  app: FastifyInstance,
  { apiOrigin, production }: Pick<HostConfig, 'apiOrigin' | 'production'>,
): Promise<void> => {
  const proxy = {
    upstream: apiOrigin,
    proxyPayloads: false,
    // its log lines contain full paths, with order numbers; observeRequests logs the route
    disableRequestLogging: true,
    replyOptions: { onError: sendApiDown, rewriteRequestHeaders: buildProxyHeaders },
  };
  await app.register(async (scope) => {
    bufferBodies(scope, MAX_EVENT_BYTES);
    await scope.register(httpProxy, { ...proxy, prefix: '/api/payments', rewritePrefix: '/api/payments' });
  });
  await app.register(async (scope) => {
    streamBodies(scope);
    for (const { path, method } of [uploadPicture, uploadImport]) {
      const prefix = `/api${path}`;
      await scope.register(httpProxy, { ...proxy, prefix, rewritePrefix: prefix, httpMethods: [method] });
    }
  });
  await app.register(async (scope) => {
    bufferBodies(scope, MAX_BODY_BYTES);
    await scope.register(httpProxy, { ...proxy, prefix: '/api', rewritePrefix: '/api' });
    // The API generates the sitemap, because it knows every product.
    for (const [prefix, rewritePrefix] of [
      ['/sitemap.xml', '/api/sitemap.xml'],
      ['/sitemaps', '/api/sitemaps'],
    ] as const) {
      await scope.register(httpProxy, { ...proxy, prefix, rewritePrefix, httpMethods: ['GET', 'HEAD'] });
    }
    if (!production) await scope.register(httpProxy, { ...proxy, prefix: '/dev', rewritePrefix: '/api/dev' });
  });
};
