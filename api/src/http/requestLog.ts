import type { FastifyInstance } from 'fastify';

/** One line a request, by allow-list: no query, body, cookie or address is ever in it. */
export const requestLog = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
      'request',
    );
  });
};
