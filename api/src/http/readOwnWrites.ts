import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../database/Database';
import { LOG_POSITION, parsePosition } from '../database/replicas/logPosition';
import { runAtPosition } from '../database/replicas/requestPosition';
import { readSignedCookie } from './readSignedCookie';

const COOKIE = 'written';
/** Longer than a replica may be behind. */
const LIFETIME_S = 10;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const readPosition = async (database: Queryable): Promise<string | undefined> =>
  (await database.query<{ position: string }>('SELECT pg_current_wal_lsn()::text AS position')).rows[0]?.position;

/**
 * A browser that changed something reads from servers that have the change: a cookie says, for ten seconds, where the
 * primary's log was after it.
 */
export const readOwnWrites = (app: FastifyInstance, database: Queryable, secure: boolean): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const position = readSignedCookie(request, COOKIE, LOG_POSITION);
    if (position === undefined) done();
    else runAtPosition(parsePosition(position), done);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (SAFE_METHODS.has(request.method) || reply.statusCode >= 400) return payload;
    // The change is made already: it is answered even if the database is gone now.
    const position = await readPosition(database).catch(() => undefined);
    if (position === undefined) return payload;
    reply.setCookie(COOKIE, position, {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      maxAge: LIFETIME_S,
      signed: true,
      secure,
    });
    return payload;
  });
};
