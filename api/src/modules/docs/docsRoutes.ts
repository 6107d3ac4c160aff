import type { FastifyInstance } from 'fastify';
import { renderApiPage } from './renderApiPage';

/** Serves the OpenAPI document as JSON and as an HTML page. */
export const docsRoutes = (app: FastifyInstance): void => {
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  app.get('/api/docs', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(renderApiPage(app.swagger())),
  );
};
