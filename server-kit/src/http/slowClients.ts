/** Time limit for a request's head, the same as nginx has (ops/nginx/nginx.conf). */
const HEADERS_TIMEOUT_MS = 10_000;
const CHECK_INTERVAL_MS = 1_000;

/**
 * Options of `fastify(…)`: a request that arrives too slowly gets 408, and its connection is closed (security.md 6.8).
 */
export const slowClientOptions = (requestTimeoutMs: number) => ({
  requestTimeout: requestTimeoutMs,
  http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_INTERVAL_MS },
});
