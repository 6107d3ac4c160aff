/** For a request's head, as nginx gives it (ops/nginx/nginx.conf). */
const HEAD_WITHIN_MS = 10_000;
const LOOKED_AT_EVERY_MS = 1_000;

/** Options of `fastify(…)`: who sends a request too slowly is answered 408 and closed on (security.md 6.8). */
export const slowClientOptions = (requestWithinMs: number) => ({
  requestTimeout: requestWithinMs,
  http: { headersTimeout: HEAD_WITHIN_MS, connectionsCheckingInterval: LOOKED_AT_EVERY_MS },
});
