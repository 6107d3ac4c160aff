import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { User } from './auth';
import { Closed, defineEndpoint } from './endpoint';
import {
  ChallengeId,
  EmailAddress,
  ExistingPassword,
  NewPassword,
  OneTimeCode,
  OptionalPhone,
  PersonName,
} from './fields';

/** Sign-in methods of an account. */
export const SignInWays = Type.Object({ password: Type.Boolean(), google: Type.Boolean() });
export type SignInWays = Static<typeof SignInWays>;

const SessionResponse = Type.Object({
  status: Type.Literal(true),
  message: Type.String(),
  user: User,
  token: Type.String(),
  ways: SignInWays,
});

export const getMe = defineEndpoint({
  method: 'GET',
  path: '/me',
  response: SessionResponse,
  failureMessage: 'Failed to fetch your account',
  summary:
    'Returns the signed-in customer and the bearer token that unsafe requests of this session need. 401 without a session.',
});

export const changeMe = defineEndpoint({
  method: 'PATCH',
  path: '/me',
  body: Closed({ name: Type.Optional(PersonName), phone: Type.Optional(OptionalPhone) }),
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), user: User }),
  failureMessage: 'Failed to save your account',
  summary: 'Changes name and phone.',
});

export const changePassword = defineEndpoint({
  method: 'POST',
  path: '/me/password',
  body: Closed({ current_password: ExistingPassword, password: NewPassword }),
  response: SessionResponse,
  failureMessage: 'Failed to change the password',
  summary: 'Changes the password, which requires the current one. Ends all other sessions and renews this one.',
});

export const connectGoogle = defineEndpoint({
  method: 'POST',
  path: '/me/google',
  body: Closed({ current_password: ExistingPassword }),
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), url: Type.String() }),
  failureMessage: 'Failed to connect Google',
  summary:
    'Starts to connect Google, which requires the current password: the browser opens `url` and returns to /account.',
});

export const disconnectGoogle = defineEndpoint({
  method: 'POST',
  path: '/me/google/disconnect',
  body: Closed({ current_password: ExistingPassword }),
  response: SessionResponse,
  failureMessage: 'Failed to disconnect Google',
  summary: 'Disconnects Google, which requires the current password.',
});

export const requestEmailChange = defineEndpoint({
  method: 'POST',
  path: '/me/email',
  body: Closed({ email: EmailAddress, current_password: ExistingPassword }),
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), user_id: ChallengeId }),
  failureMessage: 'Failed to change the email address',
  summary: 'Mails a code to the new address; verifying it changes the address.',
});

export const verifyEmailChange = defineEndpoint({
  method: 'POST',
  path: '/me/email/verify',
  body: Closed({ user_id: ChallengeId, otp: OneTimeCode }),
  response: SessionResponse,
  failureMessage: 'Failed to change the email address',
  summary: 'Completes a change of the email address, ends all other sessions and notifies the old address.',
});

export const Session = Type.Object({
  id: Type.String(),
  /** "Chrome on Windows", for example. */
  device: Type.String(),
  created_at: Type.String(),
  last_seen_at: Type.String(),
  /** True for the session of this request. */
  current: Type.Boolean(),
});
export type Session = Static<typeof Session>;

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/sessions',
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), data: Type.Array(Session) }),
  failureMessage: 'Failed to fetch your sessions',
  summary: 'Lists the sessions of the account, most recently used first.',
});

export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/sessions/:id',
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
  response: Type.Object({ status: Type.Literal(true), message: Type.String() }),
  failureMessage: 'Failed to end the session',
  summary: 'Ends one session of the account.',
});

export const endAllSessions = defineEndpoint({
  method: 'DELETE',
  path: '/sessions',
  response: Type.Object({ status: Type.Literal(true), message: Type.String() }),
  failureMessage: 'Failed to log out everywhere',
  summary: 'Logs out everywhere: ends all sessions of the account, including this one, and forgets its known devices.',
});

export const HistoryKind = Type.Union([
  Type.Literal('registered'),
  Type.Literal('signed-in'),
  Type.Literal('password-changed'),
  Type.Literal('password-reset'),
  Type.Literal('email-changed'),
  Type.Literal('google-connected'),
  Type.Literal('google-disconnected'),
  Type.Literal('logged-out-everywhere'),
  Type.Literal('sign-in-failed'),
  Type.Literal('code-failed'),
  Type.Literal('reset-requested'),
  Type.Literal('order-placed'),
  Type.Literal('order-canceled'),
]);
export type HistoryKind = Static<typeof HistoryKind>;

export const HistoryEntry = Type.Object({
  id: Type.String(),
  kind: HistoryKind,
  /** A device or an order number; '' if the kind says it all. */
  detail: Type.String(),
  /** Number of failures within the hour; otherwise 1. */
  times: Type.Integer({ minimum: 1 }),
  created_at: Type.String(),
});
export type HistoryEntry = Static<typeof HistoryEntry>;

export const listHistory = defineEndpoint({
  method: 'GET',
  path: '/history',
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), data: Type.Array(HistoryEntry) }),
  failureMessage: 'Failed to fetch your activity',
  summary: 'Lists the latest 50 events of the account, newest first.',
});
