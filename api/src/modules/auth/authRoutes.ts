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
import { route } from '../../http/route';
import type { AppContext } from '../../AppContext';
import { findChallenge } from './challengesRepository';
import { clearSessionCookie } from './cookies';
import { normalizeEmail } from './normalizeEmail';
import { limitChallenges, sendCodeAfterReply, startChallenge } from './requestCode';
import { grantReset, resetPassword as applyReset } from './resetPassword';
import { hashSecret } from './secrets';
import { requireSession } from './sessions';
import { deleteSession } from './sessionsRepository';
import { login as signIn, register as startRegistration, verifyOtp as completeSignIn } from './signIn';

/** Authentication routes (product.md 11.2) and those of the account page (9.1). */
export const authRoutes = (app: FastifyInstance, context: AppContext): void => {
  route(app, register, 'private')(({ body }, exchange) => startRegistration(context, exchange, body));
  route(app, verifyOtp, 'private')(({ body }, exchange) => completeSignIn(context, exchange, body));
  route(app, login, 'private')(({ body }, exchange) => signIn(context, exchange, body));

  route(
    app,
    forgotPassword,
    'private',
  )(async ({ body }, { request, reply }) => {
    await limitChallenges(context, request);
    const user_id = await startChallenge(context, request, reply, {
      purpose: body.purpose ?? 'reset',
      email: normalizeEmail(body.email),
    });
    return { status: true, message: 'If this address has an account, a code is on its way.', user_id };
  });

  route(
    app,
    resendOtp,
    'private',
  )(async ({ body }, { request, reply }) => {
    await limitChallenges(context, request);
    const challenge = await findChallenge(
      context.database,
      hashSecret(body.user_id),
      ['register', 'login', 'reset', 'email'],
      context.clock.now(),
    );
    if (challenge) sendCodeAfterReply(context, request, reply, challenge);
    return { status: true, message: 'A new code is on its way.' };
  });

  route(
    app,
    verifyResetOtp,
    'private',
  )(async ({ body }, exchange) => {
    await grantReset(context, exchange, body);
    return { status: true, message: 'Choose a new password.' };
  });

  route(
    app,
    resetPassword,
    'private',
  )(async ({ body }, exchange) => {
    await applyReset(context, exchange, body);
    return { status: true, message: 'Your password is changed. Log in with the new one.' };
  });

  route(
    app,
    logout,
    'private',
  )(async (_parts, { request, reply }) => {
    const { accountId, sessionId } = await requireSession(context, request, reply);
    await deleteSession(context.database, accountId, sessionId);
    clearSessionCookie(context, reply);
    return { status: true, message: 'You are logged out.' };
  });

  route(
    app,
    getSignInOptions,
    'public',
  )(async () => ({ status: true, message: 'Ways to log in', google: context.config.google !== undefined }));
};
