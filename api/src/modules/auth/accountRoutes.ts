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
import { getIdleCutoff, requireSession } from './sessions';
import { deleteSession, findSessions } from './sessionsRepository';

/** Routes of the signed-in customer's own account. Every query is scoped by its account id. */
export const accountRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { database, clock } = context;

  route(
    app,
    getMe,
    'private',
  )(async (_parts, { request, reply }) => readMe(context, await requireSession(context, request, reply)));

  route(
    app,
    changeMe,
    'private',
  )(async ({ body }, { request, reply }) => {
    const visitor = await requireSession(context, request, reply);
    await updateProfile(database, visitor.accountId, {
      ...(body.name === undefined ? {} : { name: body.name.trim() }),
      ...(body.phone === undefined ? {} : { phone: body.phone.trim() }),
    });
    const { user } = await readMe(context, visitor);
    return { status: true, message: 'Your account is saved.', user };
  });

  route(
    app,
    changePassword,
    'private',
  )(async ({ body }, exchange) =>
    saveNewPassword(context, exchange, await requireSession(context, exchange.request, exchange.reply), body),
  );

  route(
    app,
    requestEmailChange,
    'private',
  )(async ({ body }, exchange) => {
    const user_id = await startEmailChange(
      context,
      exchange,
      await requireSession(context, exchange.request, exchange.reply),
      body,
    );
    return { status: true, message: 'We sent a code to the new address.', user_id };
  });

  route(
    app,
    verifyEmailChange,
    'private',
  )(async ({ body }, exchange) =>
    completeEmailChange(context, exchange, await requireSession(context, exchange.request, exchange.reply), body),
  );

  route(
    app,
    listSessions,
    'private',
  )(async (_parts, { request, reply }) => {
    const { accountId, sessionId } = await requireSession(context, request, reply);
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

  route(
    app,
    endSession,
    'private',
  )(async ({ params }, { request, reply }) => {
    const { accountId, sessionId } = await requireSession(context, request, reply);
    if (!(await deleteSession(database, accountId, params.id))) throw new ShopError('SESSION_NOT_FOUND');
    if (params.id === sessionId) clearSessionCookie(context, reply);
    return { status: true, message: 'The session has ended.' };
  });

  route(
    app,
    endAllSessions,
    'private',
  )(async (_parts, { request, reply }) => {
    await endEverySession(context, await requireSession(context, request, reply));
    clearSessionCookie(context, reply);
    return { status: true, message: 'You are logged out everywhere.' };
  });

  route(
    app,
    listHistory,
    'private',
  )(async (_parts, { request, reply }) => {
    const { accountId } = await requireSession(context, request, reply);
    return { status: true, message: 'Your activity', data: await findEvents(database, accountId) };
  });
};
