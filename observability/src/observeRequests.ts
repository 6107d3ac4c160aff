import { LogController, type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify';
import { runInRequest, type RequestContext } from './requestContext';
import { acceptRequestId, REQUEST_ID_HEADER } from './requestIds';
import type { RequestMetrics } from './requestMetrics';
import type { Tracing } from './spans';

/** For `fastify(…)`: every line that a request logs has its id. */
export const requestIdOptions = (): Pick<FastifyServerOptions, 'genReqId' | 'logController'> => ({
  genReqId: ({ headers }) => acceptRequestId(headers[REQUEST_ID_HEADER]),
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
});

interface Observation {
  readonly metrics: RequestMetrics;
  readonly tracing: Tracing | undefined;
  /**
   * Whether callers may say which trace a request belongs to: the API's are the shop's own servers, the host's are
   * anybody.
   */
  readonly continuesTraces: boolean;
}

const contexts = new WeakMap<object, RequestContext>();

/** The context of a request, for hooks and handlers that were called from outside of it. */
export const contextOf = (request: Pick<FastifyRequest, 'id'>): RequestContext =>
  contexts.get(request) ?? { requestId: request.id, span: undefined };

/**
 * Echoes a request's id, keeps it for all that happens below, and writes one line, one measurement and one span for
 * each request.
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
  // A body arrives by events of its socket, which know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => runInRequest(contextOf(request), done));

  app.addHook('onResponse', async (request, reply) => {
    const { url: route } = request.routeOptions;
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    metrics.answered({ method, route, status, milliseconds: elapsedTime });
    contextOf(request).span?.end({ failed: status >= 500, attributes: { 'http.response.status_code': status } });
    // By allow-list: no query, body, cookie or address is ever in it (security.md 3.5).
    request.log.info({ method, route: route ?? 'unknown', status, ms: Math.round(elapsedTime * 10) / 10 }, 'request');
  });
};
