import type { Static, TProperties } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { AUTH_FAILURES } from './constants';
import { Closed, defineEndpoint, UnlessFalse } from './endpoint';
import {
  ChallengeId,
  codeFields,
  EmailAddress,
  ExistingPassword,
  LinkKey,
  NewPassword,
  OneTimeCode,
  OptionalPhone,
  PersonName,
} from './fields';

/** product.md 11.2. `id` is the account's public id. */
export const User = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  /** '' if not given. */
  phone: Type.String(),
  is_verified: Type.Boolean(),
});
export type User = Static<typeof User>;

const answerFields = {
  message: Type.Optional(Type.Unknown()),
  user_id: Type.Optional(Type.Unknown()),
  code_sent: Type.Optional(Type.Unknown()),
  next_code_s: Type.Optional(Type.Unknown()),
  email: Type.Optional(Type.Unknown()),
  token: Type.Optional(Type.Unknown()),
  user: Type.Optional(Type.Unknown()),
};
/** A success, whatever else it says. Fields are read by `readAuthAnswer`. */
const AuthAnswer = Type.Object({ status: UnlessFalse, ...answerFields });
/** Only the HTTP status says that a code is wrong. */
const OtpAnswer = Type.Object(answerFields);
export type AuthAnswer = Static<typeof OtpAnswer>;

const SuccessResponse = <T extends TProperties>(properties: T) =>
  Type.Object({ status: Type.Literal(true), message: Type.String(), ...properties });

/** `register` and `login` are completed by /verify-otp, `reset` by /verify-reset-otp (product.md 8.5 and 8.10). */
export const CodePurpose = Type.Union([Type.Literal('reset'), Type.Literal('login')]);

/** A code and its challenge, or the key of the link in its mail. */
const proof = {
  user_id: Type.Optional(ChallengeId),
  otp: Type.Optional(OneTimeCode),
  link_key: Type.Optional(LinkKey),
};

/** Keeps the session for 30 days; otherwise it ends with the browser. */
const Remember = Type.Optional(Type.Boolean());

export const register = defineEndpoint({
  method: 'POST',
  path: '/register',
  access: 'anyone',
  body: Closed({
    name: PersonName,
    email: EmailAddress,
    password: NewPassword,
    phone: Type.Optional(OptionalPhone),
    confirmPassword: Type.Optional(Type.String({ maxLength: 128 })),
  }),
  response: SuccessResponse({ user_id: ChallengeId, ...codeFields }),
  accepts: AuthAnswer,
  failureMessage: AUTH_FAILURES.register,
});

export const verifyOtp = defineEndpoint({
  method: 'POST',
  path: '/verify-otp',
  access: 'anyone',
  body: Closed({ ...proof, remember: Remember }),
  response: Type.Object({
    status: Type.Optional(Type.Boolean()),
    message: Type.String(),
    token: Type.String(),
    user: User,
  }),
  accepts: OtpAnswer,
  failureMessage: AUTH_FAILURES.verifyOtp,
});

export const login = defineEndpoint({
  method: 'POST',
  path: '/login',
  access: 'anyone',
  body: Closed({ email: EmailAddress, password: ExistingPassword, remember: Remember }),
  response: SuccessResponse({ user: User, token: Type.String() }),
  accepts: AuthAnswer,
  failureMessage: AUTH_FAILURES.login,
});

export const forgotPassword = defineEndpoint({
  method: 'POST',
  path: '/forgot-password',
  access: 'anyone',
  body: Closed({ email: EmailAddress, purpose: Type.Optional(CodePurpose) }),
  response: SuccessResponse({ user_id: ChallengeId, ...codeFields }),
  accepts: AuthAnswer,
  failureMessage: AUTH_FAILURES.sendOtp,
});

export const resendOtp = defineEndpoint({
  method: 'POST',
  path: '/resend-otp',
  access: 'anyone',
  body: Closed({ user_id: ChallengeId }),
  response: SuccessResponse(codeFields),
  accepts: AuthAnswer,
  failureMessage: AUTH_FAILURES.sendOtp,
});

export const verifyResetOtp = defineEndpoint({
  method: 'POST',
  path: '/verify-reset-otp',
  access: 'anyone',
  body: Closed(proof),
  /** `email` for a link: the address whose password may be changed. */
  response: SuccessResponse({ email: Type.Optional(Type.String()) }),
  accepts: AuthAnswer,
  failureMessage: AUTH_FAILURES.verifyResetOtp,
});

export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/reset-password',
  access: 'anyone',
  body: Closed({ email: EmailAddress, password: NewPassword }),
  response: SuccessResponse({}),
  accepts: AuthAnswer,
  failureMessage: AUTH_FAILURES.resetPassword,
});

export const logout = defineEndpoint({
  method: 'POST',
  path: '/logout',
  access: 'customer',
  response: SuccessResponse({}),
  accepts: AuthAnswer,
  failureMessage: AUTH_FAILURES.logout,
});

export const getSignInOptions = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/auth/options',
  access: 'anyone',
  response: SuccessResponse({ google: Type.Boolean() }),
  failureMessage: 'Failed to fetch the ways to log in',
});
