import { drainingOptions } from '../lifecycle/drainConnections';
import { requestIdOptions } from '../observability/observeRequests';
import { slowClientOptions } from './slowClients';

/** Options of `fastify(…)` that both servers have. */
export const serverOptions = ({
  trustedProxies,
  requestTimeoutMs,
}: {
  readonly trustedProxies: number;
  readonly requestTimeoutMs: number;
}) => ({
  ...requestIdOptions(),
  ...drainingOptions,
  ...slowClientOptions(requestTimeoutMs),
  routerOptions: { maxParamLength: 256 },
  // Trust exactly this many proxies; entries of X-Forwarded-For that a client added itself are ignored.
  trustProxy: (_address: string, hop: number): boolean => hop < trustedProxies,
});
