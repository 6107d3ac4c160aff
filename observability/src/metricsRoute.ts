import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && isIP(address) !== 0 && (address === '::1' || /^(?:::ffff:)?127\./.test(address));

/** Whoever has the token; where there is none, whoever is on this machine. */
const mayRead = ({ headers, socket }: FastifyRequest, token: string | undefined): boolean =>
  token === undefined
    ? isLoopback(socket.remoteAddress)
    : timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));

/** `GET /metrics` for Prometheus. What came through a proxy came from outside, and finds nothing here. */
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

/** A listener of its own, for a server that shoppers talk to. */
export const listenForMetrics = async (
  register: Registry,
  { port, host, token }: { readonly port: number; readonly host: string; readonly token: string | undefined },
): Promise<FastifyInstance> => {
  const app = fastify({ forceCloseConnections: true });
  metricsRoute(app, register, token);
  await app.listen({ port, host });
  return app;
};
