import type { FastifyInstance } from 'fastify';
import { renderApiPage } from './renderApiPage';

/** GET /api/openapi.json and a page a person can read. */
export const docsRoutes = (app: FastifyInstance): void => {
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  app.get('/api/docs', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(renderApiPage(app.swagger())),
  );
};
