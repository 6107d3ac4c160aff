import rateLimit from '@fastify/rate-limit';
import { remoteIds } from '@shop/federation/remotes';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance } from 'fastify';
import { MOST_MESSAGE_LETTERS, RUM_PATH, type RumReport } from '../../src/rum/RumReport';
import { withoutPersonalParts } from './withoutPersonalParts';

const BODY_LIMIT_BYTES = 2_048;
const PER_MINUTE = 60;

const Report = Type.Object(
  {
    kind: Type.Union((['load', 'render', 'error'] as const).map((kind) => Type.Literal(kind))),
    remote: Type.Union([...remoteIds.map((id) => Type.Literal(id)), Type.Null()]),
    release: Type.Union([Type.String({ maxLength: 100, pattern: '^[\\w.+-]+$' }), Type.Null()]),
    message: Type.String({ maxLength: MOST_MESSAGE_LETTERS }),
    page: Type.String({ maxLength: 60, pattern: '^/[\\w-]*$' }),
  },
  { additionalProperties: false },
);

const isReport = (body: unknown): body is RumReport => Check(Report, body);

/** Where pages tell of failures (ARCHITECTURE 3; SECURITY, Leaks): checked, limited by address, and written down without what is somebody's. */
export const rumRoutes = async (app: FastifyInstance): Promise<void> => {
  await app.register(async (scope) => {
    await scope.register(rateLimit, { max: PER_MINUTE, timeWindow: '1 minute' });
    scope.post(RUM_PATH, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
      const from = request.headers['sec-fetch-site'];
      if (from !== undefined && from !== 'same-origin') return reply.code(403).send({ status: false, message: 'Only our own pages report here.' });
      const { body } = request;
      if (!isReport(body)) return reply.code(400).send({ status: false, message: 'This is not a report.' });
      const { kind, remote, release, page, message } = body;
      request.log.warn({ kind, remote, release, page, message: withoutPersonalParts(message) }, 'a page failed');
      return reply.code(204).send();
    });
  });
};
