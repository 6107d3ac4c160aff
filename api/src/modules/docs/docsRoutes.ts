import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderApiPage } from './renderApiPage';

const STAFF_PATHS = '/api/admin/';

/** Serves the OpenAPI document as JSON and as an HTML page: the shop's to anyone, the back office's to staff. */
export const docsRoutes = (app: FastifyInstance): void => {
  const hidden = { schema: { hide: true } } as const;
  const anyone = { ...hidden, config: { access: 'anyone' } } as const;
  const staff = {
    ...hidden,
    config: { access: { staff: 'any' } },
    onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      await app.requireStaff(request, reply, { staff: 'any' });
    },
  } as const;
  const describe = (areForStaff: boolean) => {
    const document = app.swagger();
    const paths = Object.entries(document.paths ?? {}).filter(([path]) => path.startsWith(STAFF_PATHS) === areForStaff);
    return { ...document, paths: Object.fromEntries(paths) };
  };
  const sendPage = (reply: FastifyReply, areForStaff: boolean): FastifyReply =>
    reply.type('text/html; charset=utf-8').send(renderApiPage(describe(areForStaff)));
  app.get('/api/openapi.json', anyone, async () => describe(false));
  app.get('/api/docs', anyone, async (_request, reply) => sendPage(reply, false));
  app.get('/api/admin/openapi.json', staff, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(describe(true)),
  );
  app.get('/api/admin/docs', staff, async (_request, reply) =>
    sendPage(reply.header('cache-control', 'no-store'), true),
  );
};
