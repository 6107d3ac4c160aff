import type { IncomingHttpHeaders } from 'node:http';
import { getRequestContext } from '@shop/observability/observeRequests';
import { buildForwardedHeaders } from '@shop/observability/requestContext';
import type { FastifyRequest } from 'fastify';

/** What a caller may not say of a request's trace. */
const NO_TRACE_HEADERS: Readonly<IncomingHttpHeaders> = {
  traceparent: undefined,
  tracestate: undefined,
  baggage: undefined,
};

/**
 * The headers of a request that goes on to the API. It counts tries by address: it is told the one this server was
 * called from, whatever the caller says. Id and trace are this server's, too.
 */
export const buildProxyHeaders = (
  request: Pick<FastifyRequest, 'id' | 'ip'>,
  headers: IncomingHttpHeaders,
): IncomingHttpHeaders => {
  const forwarded = {
    ...headers,
    ...NO_TRACE_HEADERS,
    'x-forwarded-for': request.ip,
    ...buildForwardedHeaders(getRequestContext(request)),
  };
  return Object.fromEntries(Object.entries(forwarded).filter(([, value]) => value !== undefined));
};
