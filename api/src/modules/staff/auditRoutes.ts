import { listAudit } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import { findAuditPage } from '../../audit/auditRepository';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';

const CURSOR = /^\d{1,15}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the start of a day, or of the day after it. @throws {ShopError} INVALID_REQUEST. */
const readDay = (field: string, text: string | undefined, addDays = 0): Date | null => {
  if (text === undefined || text === '') return null;
  const day = new Date(`${text}T00:00:00Z`);
  if (!DAY.test(text) || Number.isNaN(day.getTime()))
    throw new ShopError('INVALID_REQUEST', { fields: { [field]: 'Enter a day, such as 2026-11-28.' } });
  day.setUTCDate(day.getUTCDate() + addDays);
  return day;
};

/** Who did what. */
export const auditRoutes = (app: FastifyInstance, { database }: AppContext): void => {
  route(app, listAudit, {
    summary: 'Lists who did what, newest first: by actor, subject and day, fifty at a time.',
    cache: 'private',
  })(async ({ query: { cursor, from, to, by, actor, kind, subject } }) => {
    if (cursor !== undefined && !CURSOR.test(cursor))
      throw new ShopError('INVALID_REQUEST', { fields: { cursor: 'This page does not exist.' } });
    return {
      status: true,
      message: 'Audit',
      data: await findAuditPage(database, {
        actorKind: by || null,
        actorId: actor || null,
        subjectKind: kind || null,
        subject: subject || null,
        from: readDay('from', from),
        until: readDay('to', to, 1),
        before: cursor === undefined ? null : Number(cursor),
      }),
    };
  });
};
