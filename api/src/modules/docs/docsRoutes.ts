import type { FastifyInstance } from 'fastify';
import { renderApiPage } from './renderApiPage';

/** Serves the OpenAPI document as JSON and as an HTML page. */
export const docsRoutes = (app: FastifyInstance): void => {
  const options = { config: { access: 'anyone' }, schema: { hide: true } } as const;
  app.get('/api/openapi.json', options, async () => app.swagger());
  app.get('/api/docs', options, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(renderApiPage(app.swagger())),
  );
};
