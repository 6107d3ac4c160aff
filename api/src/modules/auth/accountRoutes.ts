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
} from '@shop/contracts';
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

  route(app, getMe, {
    summary:
      'Returns the signed-in customer and the bearer token that unsafe requests of this session need. 401 without a session.',
    cache: 'private',
  })(async (_parts, { session }) => readMe(context, session));

  route(app, changeMe, { summary: 'Changes name and phone.', cache: 'private' })(async ({ body }, { session }) => {
    await updateProfile(database, session.accountId, {
      ...(body.name === undefined ? {} : { name: body.name.trim() }),
      ...(body.phone === undefined ? {} : { phone: body.phone.trim() }),
    });
    const { user } = await readMe(context, session);
    return { status: true, message: 'Your account is saved.', user };
  });

  route(app, changePassword, {
    summary: 'Changes the password, which requires the current one. Ends all other sessions and renews this one.',
    cache: 'private',
  })(async ({ body }, request) => saveNewPassword(context, request, request.session, body));

  route(app, requestEmailChange, {
    summary: 'Mails a code to the new address; verifying it changes the address.',
    cache: 'private',
  })(async ({ body }, request) => {
    const code = await startEmailChange(context, request, request.session, body);
    const message = code.code_sent
      ? 'We sent a code to the new address.'
      : 'We have already sent codes to this address.';
    return { status: true, message, ...code };
  });

  route(app, verifyEmailChange, {
    summary: 'Completes a change of the email address, ends all other sessions and notifies the old address.',
    cache: 'private',
  })(async ({ body }, request) => completeEmailChange(context, request, request.session, body));

  route(app, listSessions, {
    summary: 'Lists the sessions of the account, most recently used first.',
    cache: 'private',
  })(async (_parts, { session }) => {
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

  route(app, endSession, { summary: 'Ends one session of the account.', cache: 'private' })(
    async ({ params }, { reply, session }) => {
      const { accountId, sessionId } = session;
      if (!(await deleteSession(database, accountId, params.id))) throw new ShopError('SESSION_NOT_FOUND');
      if (params.id === sessionId) clearSessionCookie(context, reply);
      return { status: true, message: 'The session has ended.' };
    },
  );

  route(app, endAllSessions, {
    summary:
      'Logs out everywhere: ends all sessions of the account, including this one, and forgets its known devices.',
    cache: 'private',
  })(async (_parts, { reply, session }) => {
    await endEverySession(context, session);
    clearSessionCookie(context, reply);
    return { status: true, message: 'You are logged out everywhere.' };
  });

  route(app, listHistory, {
    summary: 'Lists the latest 50 events of the account, newest first.',
    cache: 'private',
  })(async (_parts, { session }) => {
    const { accountId } = session;
    return { status: true, message: 'Your activity', data: await findEvents(database, accountId) };
  });
};
