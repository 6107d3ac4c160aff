import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { User } from './auth';
import { Closed, defineEndpoint } from './endpoint';
import {
  ChallengeId,
  codeFields,
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
  access: 'customer',
  response: SessionResponse,
  failureMessage: 'Failed to fetch your account',
});

export const changeMe = defineEndpoint({
  method: 'PATCH',
  path: '/me',
  access: 'customer',
  body: Closed({ name: Type.Optional(PersonName), phone: Type.Optional(OptionalPhone) }),
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), user: User }),
  failureMessage: 'Failed to save your account',
});

export const changePassword = defineEndpoint({
  method: 'POST',
  path: '/me/password',
  access: 'customer',
  body: Closed({ current_password: ExistingPassword, password: NewPassword }),
  response: SessionResponse,
  failureMessage: 'Failed to change the password',
});

export const connectGoogle = defineEndpoint({
  method: 'POST',
  path: '/me/google',
  access: 'customer',
  body: Closed({ current_password: ExistingPassword }),
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), url: Type.String() }),
  failureMessage: 'Failed to connect Google',
});

export const disconnectGoogle = defineEndpoint({
  method: 'POST',
  path: '/me/google/disconnect',
  access: 'customer',
  body: Closed({ current_password: ExistingPassword }),
  response: SessionResponse,
  failureMessage: 'Failed to disconnect Google',
});

export const requestEmailChange = defineEndpoint({
  method: 'POST',
  path: '/me/email',
  access: 'customer',
  body: Closed({ email: EmailAddress, current_password: ExistingPassword }),
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), user_id: ChallengeId, ...codeFields }),
  failureMessage: 'Failed to change the email address',
});

export const verifyEmailChange = defineEndpoint({
  method: 'POST',
  path: '/me/email/verify',
  access: 'customer',
  body: Closed({ user_id: ChallengeId, otp: OneTimeCode }),
  response: SessionResponse,
  failureMessage: 'Failed to change the email address',
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
  access: 'customer',
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), data: Type.Array(Session) }),
  failureMessage: 'Failed to fetch your sessions',
});

export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/sessions/:id',
  access: 'customer',
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
  response: Type.Object({ status: Type.Literal(true), message: Type.String() }),
  failureMessage: 'Failed to end the session',
});

export const endAllSessions = defineEndpoint({
  method: 'DELETE',
  path: '/sessions',
  access: 'customer',
  response: Type.Object({ status: Type.Literal(true), message: Type.String() }),
  failureMessage: 'Failed to log out everywhere',
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
  access: 'customer',
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), data: Type.Array(HistoryEntry) }),
  failureMessage: 'Failed to fetch your activity',
});
