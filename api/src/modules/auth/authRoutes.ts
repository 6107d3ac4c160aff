import {
  forgotPassword,
  getSignInOptions,
  login,
  logout,
  register,
  resendOtp,
  resetPassword,
  verifyOtp,
  verifyResetOtp,
} from '@shop/shared/contracts';
import type { FastifyInstance } from 'fastify';
import type { RequestContext } from '../../http/RequestContext';
import { route } from '../../http/route';
import type { AppContext } from '../../AppContext';
import { findChallenge } from './challengesRepository';
import { clearSessionCookie } from './cookies';
import { normalizeEmail } from './normalizeEmail';
import { limitChallenges, sendCodeAfterReply, startChallenge } from './requestCode';
import { grantReset, resetPassword as applyReset } from './resetPassword';
import { hashSecret } from './secrets';
import { deleteSession } from './sessionsRepository';
import { login as signIn, register as startRegistration, verifyOtp as completeSignIn } from './signIn';

/** Authentication routes (product.md 11.2) and those of the account page (9.1). */
export const authRoutes = (app: FastifyInstance, context: AppContext): void => {
  const limit = ({ request }: Pick<RequestContext, 'request'>) => limitChallenges(context, request);

  route(app, register, { auth: 'anyone', cache: 'private' })(({ body }, request) =>
    startRegistration(context, request, body),
  );
  route(app, verifyOtp, { auth: 'anyone', cache: 'private' })(({ body }, request) =>
    completeSignIn(context, request, body),
  );
  route(app, login, { auth: 'anyone', cache: 'private' })(({ body }, request) => signIn(context, request, body));

  route(app, forgotPassword, { auth: 'anyone', cache: 'private', limit })(async ({ body }, { request, reply }) => {
    const user_id = await startChallenge(context, request, reply, {
      purpose: body.purpose ?? 'reset',
      email: normalizeEmail(body.email),
    });
    return { status: true, message: 'If this address has an account, a code is on its way.', user_id };
  });

  route(app, resendOtp, { auth: 'anyone', cache: 'private', limit })(async ({ body }, { request, reply }) => {
    const challenge = await findChallenge(
      context.database,
      hashSecret(body.user_id),
      ['register', 'login', 'reset', 'email'],
      context.clock.now(),
    );
    if (challenge) sendCodeAfterReply(context, request, reply, challenge);
    return { status: true, message: 'A new code is on its way.' };
  });

  route(app, verifyResetOtp, { auth: 'anyone', cache: 'private' })(async ({ body }, request) => {
    await grantReset(context, request, body);
    return { status: true, message: 'Choose a new password.' };
  });

  route(app, resetPassword, { auth: 'anyone', cache: 'private' })(async ({ body }, request) => {
    await applyReset(context, request, body);
    return { status: true, message: 'Your password is changed. Log in with the new one.' };
  });

  route(app, logout, { auth: 'session', cache: 'private' })(async (_parts, { reply, session }) => {
    const { accountId, sessionId } = session;
    await deleteSession(context.database, accountId, sessionId);
    clearSessionCookie(context, reply);
    return { status: true, message: 'You are logged out.' };
  });

  route(app, getSignInOptions, { auth: 'anyone', cache: 'public' })(async () => ({
    status: true,
    message: 'Ways to log in',
    google: context.config.google !== undefined,
  }));
};
