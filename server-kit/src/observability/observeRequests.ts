import { LogController, type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify';
import { runInRequest, type RequestContext } from './requestContext';
import { acceptRequestId, REQUEST_ID_HEADER } from './requestIds';
import type { RequestMetrics } from './requestMetrics';
import type { Tracing } from './spans';

/** Options of `fastify(…)`: every log line of a request has its id. */
export const requestIdOptions = (): Pick<FastifyServerOptions, 'genReqId' | 'logController'> => ({
  genReqId: ({ headers }) => acceptRequestId(headers[REQUEST_ID_HEADER]),
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
});

interface Observation {
  readonly metrics: RequestMetrics;
  readonly tracing: Tracing | undefined;
  /** Whether to trust the `traceparent` header: the API is called by the shop's own servers, the host by anyone. */
  readonly continuesTraces: boolean;
}

const contexts = new WeakMap<object, RequestContext>();

/** Returns a request's context, for hooks and handlers that run outside its async context. */
export const getRequestContext = (request: Pick<FastifyRequest, 'id'>): RequestContext =>
  contexts.get(request) ?? { requestId: request.id, span: undefined };

/**
 * Echoes the request id, provides the request context, and records one log line, one metric and one span per request.
 */
export const observeRequests = (app: FastifyInstance, { metrics, tracing, continuesTraces }: Observation): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const { traceparent } = request.headers;
    const span = tracing?.start({
      name: `${request.method} ${route}`,
      kind: 'server',
      parent: continuesTraces && typeof traceparent === 'string' ? traceparent : undefined,
      attributes: { 'http.request.method': request.method, 'http.route': route, 'shop.request_id': request.id },
    });
    const context = { requestId: request.id, span };
    contexts.set(request, context);
    reply.header(REQUEST_ID_HEADER, request.id);
    metrics.began();
    runInRequest(context, done);
  });
  // Body events come from the socket and run outside the request's async context.
  app.addHook('preValidation', (request, _reply, done) => runInRequest(getRequestContext(request), done));

  app.addHook('onResponse', async (request, reply) => {
    const { url: route } = request.routeOptions;
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    metrics.answered({ method, route, status, milliseconds: elapsedTime });
    getRequestContext(request).span?.end({
      failed: status >= 500,
      attributes: { 'http.response.status_code': status },
    });
    // Listed fields only: queries, bodies, cookies and addresses are never logged (security.md 3.5).
    request.log.info({ method, route: route ?? 'unknown', status, ms: Math.round(elapsedTime * 10) / 10 }, 'request');
  });
};
