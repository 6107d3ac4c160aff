import type { IncomingHttpHeaders } from 'node:http';
import { getRequestContext } from '@shop/server-kit/observability/observeRequests';
import { buildForwardedHeaders } from '@shop/server-kit/observability/requestContext';
import type { FastifyRequest } from 'fastify';

/** Trace headers set by the caller, and what this server has already answered: the body is here. */
const REMOVED: Readonly<IncomingHttpHeaders> = {
  expect: undefined,
  traceparent: undefined,
  tracestate: undefined,
  baggage: undefined,
};

/**
 * Returns the headers of a request to the API. The API counts attempts by address, so `x-forwarded-for` is always the
 * address that called this server, and `x-forwarded-host` the name under which it was called, which tells the shop and
 * the back office apart. Request id and trace are also this server's own.
 */
export const buildProxyHeaders = (
  request: Pick<FastifyRequest, 'id' | 'ip' | 'host'>,
  headers: IncomingHttpHeaders,
): IncomingHttpHeaders => {
  const forwarded = {
    ...headers,
    ...REMOVED,
    'x-forwarded-for': request.ip,
    'x-forwarded-host': request.host,
    ...buildForwardedHeaders(getRequestContext(request)),
  };
  return Object.fromEntries(Object.entries(forwarded).filter(([, value]) => value !== undefined));
};
