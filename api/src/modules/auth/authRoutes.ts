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
} from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { RequestContext } from '../../http/RequestContext';
import { ShopError } from '../../http/ShopError';
import { route } from '../../http/route';
import type { AppContext } from '../../AppContext';
import { findChallenge } from './challengesRepository';
import { clearSessionCookie } from './cookies';
import { rememberMailbox } from './mailboxProofCookie';
import { normalizeEmail } from './normalizeEmail';
import { limitCodes, requestCode, startChallenge } from './requestCode';
import { grantReset, resetPassword as applyReset } from './resetPassword';
import { hashSecret } from '../../secrets';
import { deleteSession } from './sessionsRepository';
import { login as signIn, register as startRegistration, verifyOtp as completeSignIn } from './signIn';

/** Authentication routes (product.md 11.2) and those of the account page (9.1). */
export const authRoutes = (app: FastifyInstance, context: AppContext): void => {
  const limit = ({ request }: Pick<RequestContext, 'request'>) => limitCodes(context, request);

  route(app, register, {
    summary:
      'Mails a code; verifying it creates the account. The response is the same if the address already has an account.',
    cache: 'private',
  })(({ body }, request) => startRegistration(context, request, body));
  route(app, verifyOtp, {
    summary: 'Completes a registration or a login by code, or a login by the link in its mail, and creates a session.',
    cache: 'private',
  })(({ body }, request) => completeSignIn(context, request, body));
  route(app, login, {
    summary: 'Creates a session with email address and password.',
    cache: 'private',
  })(({ body }, request) => signIn(context, request, body));

  route(app, forgotPassword, {
    summary:
      'Mails a code to reset a password (default) or to log in. The response is the same if the address has no account.',
    cache: 'private',
    limit,
  })(async ({ body }, { request, reply }) => {
    const code = await startChallenge(context, request, reply, {
      purpose: body.purpose ?? 'reset',
      email: normalizeEmail(body.email),
    });
    const message = code.code_sent
      ? 'If this address has an account, a code is on its way.'
      : 'If this address has an account, codes were already sent to it.';
    return { status: true, message, ...code };
  });

  route(app, resendOtp, {
    summary: 'Mails a new code for a challenge, at most once a minute. Those of the last three mails are valid.',
    cache: 'private',
    limit,
  })(async ({ body }, { request, reply }) => {
    const challenge = await findChallenge(
      context.database,
      hashSecret(body.user_id),
      ['register', 'login', 'reset', 'email'],
      context.clock.now(),
    );
    if (!challenge) throw new ShopError('CHALLENGE_EXPIRED');
    const code = await requestCode(context, request, reply, challenge);
    const message = code.code_sent ? 'A new code is on its way.' : 'We have already sent codes to this address.';
    return { status: true, message, ...code };
  });

  route(app, verifyResetOtp, {
    summary: 'Sets the single-use grant cookie that /reset-password needs, for 10 minutes.',
    cache: 'private',
  })(async ({ body }, request) => {
    const email = await grantReset(context, request, body);
    const isLink = body.link_key !== undefined;
    if (isLink) rememberMailbox(context, request, email);
    return { status: true, message: 'Choose a new password.', ...(isLink ? { email } : {}) };
  });

  route(app, resetPassword, {
    summary: 'Sets a new password with the grant cookie, and ends all sessions of the account.',
    cache: 'private',
  })(async ({ body }, request) => {
    await applyReset(context, request, body);
    return { status: true, message: 'Your password is changed. Log in with the new one.' };
  });

  route(app, logout, { summary: 'Ends this session.', cache: 'private' })(async (_parts, { reply, session }) => {
    const { accountId, sessionId } = session;
    await deleteSession(context.database, accountId, sessionId);
    clearSessionCookie(context, reply);
    return { status: true, message: 'You are logged out.' };
  });

  route(app, getSignInOptions, { summary: 'Lists the configured ways to log in.', cache: 'public' })(async () => ({
    status: true,
    message: 'Ways to log in',
    google: context.config.google !== undefined,
  }));
};
