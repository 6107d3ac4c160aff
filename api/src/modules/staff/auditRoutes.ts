import { exportAudit, listAudit, type RequestOf } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import { findAuditPage, insertAudit, MAX_EXPORTED, type AuditFilter } from '../../audit/auditRepository';
import { toCsv } from '../../audit/toCsv';
import { readDay } from '../../http/readDay';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import { requireConfirmed } from './staffSessions';

const CURSOR = /^\d{1,15}$/;

/** @throws {ShopError} INVALID_REQUEST with the field that is wrong. */
const readFilter = ({
  by,
  actor,
  kind,
  subject,
  from,
  to,
}: RequestOf<typeof exportAudit>['body']): Omit<AuditFilter, 'before'> => ({
  actorKind: by || null,
  actorId: actor || null,
  subjectKind: kind || null,
  subject: subject || null,
  from: readDay('from', from),
  until: readDay('to', to, 1),
});

/** Who did what. */
export const auditRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { database, clock } = context;

  route(app, listAudit, {
    summary: 'Lists who did what, newest first: by actor, subject and day, fifty at a time.',
    cache: 'private',
  })(async ({ query: { cursor, ...filter } }) => {
    if (cursor !== undefined && !CURSOR.test(cursor))
      throw new ShopError('INVALID_REQUEST', { fields: { cursor: 'This page does not exist.' } });
    const before = cursor === undefined ? null : Number(cursor);
    return {
      status: true,
      message: 'Audit',
      data: await findAuditPage(database, { ...readFilter(filter), before }),
    };
  });

  route(app, exportAudit, {
    summary:
      'Returns the newest rows as CSV, at most ten thousand. It needs a confirmation, and is in the audit itself.',
    cache: 'private',
  })(async ({ body }, { staff }) => {
    requireConfirmed(context, staff);
    const { items, next } = await findAuditPage(database, { ...readFilter(body), before: null }, MAX_EXPORTED);
    const entry = { actor: staff.actor, action: 'audit.exported', subject: 'audit' } as const;
    await insertAudit(database, { ...entry, after: { rows: items.length, ...body } }, clock.now());
    return {
      status: true,
      message: 'The audit as CSV',
      csv: toCsv(items),
      rows: items.length,
      complete: next === null,
    };
  });
};
