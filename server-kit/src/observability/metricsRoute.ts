import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { listen } from '../lifecycle/listen';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && isIP(address) !== 0 && (address === '::1' || /^(?:::ffff:)?127\./.test(address));

/** Requires the token; without a configured token, a loopback address. */
const mayRead = ({ headers, socket }: FastifyRequest, token: string | undefined): boolean =>
  token === undefined
    ? isLoopback(socket.remoteAddress)
    : timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));

/** `GET /metrics` for Prometheus. Requests that came through a proxy get 404: they come from outside. */
export const metricsRoute = (app: FastifyInstance, register: Registry, token: string | undefined): void => {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (
      request.headers['x-forwarded-for'] !== undefined ||
      request.headers['forwarded'] !== undefined ||
      !mayRead(request, token)
    )
      return reply.callNotFound();
    return reply
      .header('cache-control', 'no-store')
      .type(register.contentType)
      .send(await register.metrics());
  });
};

/**
 * Serves the metrics on a separate port, for a server that is public.
 * @throws {PortTakenError} if another process listens on the port.
 */
export const listenForMetrics = async (
  register: Registry,
  { port, host, token }: { readonly port: number; readonly host: string; readonly token: string | undefined },
): Promise<FastifyInstance> => {
  const app = fastify({ forceCloseConnections: true });
  metricsRoute(app, register, token);
  await listen(app, { port, host }, 'METRICS_PORT');
  return app;
};
