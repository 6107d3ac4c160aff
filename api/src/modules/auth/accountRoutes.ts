import {
  changeMe,
  changePassword,
  endAllSessions,
  endSession,
  getMe,
  listHistory,
  listSessions,
  requestEmailChange,
  verifyEmailChange,
} from '@shop/shared/contracts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import { findEvents, updateProfile } from './accountsRepository';
import type { AppContext } from '../../AppContext';
import {
  changePassword as saveNewPassword,
  endAllSessions as endEverySession,
  readMe,
  requestEmailChange as startEmailChange,
  verifyEmailChange as completeEmailChange,
} from './changeAccount';
import { clearSessionCookie } from './cookies';
import { getIdleCutoff } from './sessions';
import { deleteSession, findSessions } from './sessionsRepository';

/** Routes of the signed-in customer's own account. Every query is scoped by its account id. */
export const accountRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { database, clock } = context;

  route(app, getMe, { auth: 'session', cache: 'private' })(async (_parts, { session }) => readMe(context, session));

  route(app, changeMe, { auth: 'session', cache: 'private' })(async ({ body }, { session }) => {
    await updateProfile(database, session.accountId, {
      ...(body.name === undefined ? {} : { name: body.name.trim() }),
      ...(body.phone === undefined ? {} : { phone: body.phone.trim() }),
    });
    const { user } = await readMe(context, session);
    return { status: true, message: 'Your account is saved.', user };
  });

  route(app, changePassword, { auth: 'session', cache: 'private' })(async ({ body }, request) =>
    saveNewPassword(context, request, request.session, body),
  );

  route(app, requestEmailChange, { auth: 'session', cache: 'private' })(async ({ body }, request) => {
    const user_id = await startEmailChange(context, request, request.session, body);
    return { status: true, message: 'We sent a code to the new address.', user_id };
  });

  route(app, verifyEmailChange, { auth: 'session', cache: 'private' })(async ({ body }, request) =>
    completeEmailChange(context, request, request.session, body),
  );

  route(app, listSessions, { auth: 'session', cache: 'private' })(async (_parts, { session }) => {
    const { accountId, sessionId } = session;
    const sessions = await findSessions(database, accountId, clock.now(), getIdleCutoff(clock.now()));
    const data = sessions.map(({ id, device, createdAt, lastSeenAt }) => ({
      id,
      device,
      created_at: createdAt.toISOString(),
      last_seen_at: lastSeenAt.toISOString(),
      current: id === sessionId,
    }));
    return { status: true, message: 'Your sessions', data };
  });

  route(app, endSession, { auth: 'session', cache: 'private' })(async ({ params }, { reply, session }) => {
    const { accountId, sessionId } = session;
    if (!(await deleteSession(database, accountId, params.id))) throw new ShopError('SESSION_NOT_FOUND');
    if (params.id === sessionId) clearSessionCookie(context, reply);
    return { status: true, message: 'The session has ended.' };
  });

  route(app, endAllSessions, { auth: 'session', cache: 'private' })(async (_parts, { reply, session }) => {
    await endEverySession(context, session);
    clearSessionCookie(context, reply);
    return { status: true, message: 'You are logged out everywhere.' };
  });

  route(app, listHistory, { auth: 'session', cache: 'private' })(async (_parts, { session }) => {
    const { accountId } = session;
    return { status: true, message: 'Your activity', data: await findEvents(database, accountId) };
  });
};
