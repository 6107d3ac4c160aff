import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Closed, defineEndpoint } from '../endpoint';
import { EmailAddress, PersonName, typedCode } from '../fields';
import { PERMISSIONS, ROLES, type Permission, type Role } from '../permissions';

const literals = <T extends string>(values: readonly T[]) =>
  Type.Unsafe<T>(Type.Union(values.map((value) => Type.Literal(value))));

export const RoleName = literals(Object.keys(ROLES) as Role[]);
export const PermissionName = literals(Object.keys(PERMISSIONS) as Permission[]);

/** Binary data of a passkey, as base64url. */
const Bytes = Type.String({ minLength: 1, maxLength: 8_192, pattern: /^[\w-]+$/.source });

/** What a passkey signed, of the response of `navigator.credentials.get()`. */
export const PasskeyProof = Closed({ id: Bytes, client_data: Bytes, authenticator_data: Bytes, signature: Bytes });
export type PasskeyProof = Static<typeof PasskeyProof>;

/** A new passkey, of the response of `navigator.credentials.create()`. */
export const NewPasskey = Closed({
  id: Bytes,
  client_data: Bytes,
  attestation: Bytes,
  transports: Type.Array(Type.String({ maxLength: 32 }), { maxItems: 8 }),
});
export type NewPasskey = Static<typeof NewPasskey>;

/** A code of an app (six digits), or a recovery code. */
const AppCode = Type.String({ ...typedCode, minLength: 6, maxLength: 24, pattern: /^[A-Za-z0-9 -]+$/.source });
const InviteKey = Type.String({ minLength: 1, maxLength: 64 });

/** Options for the browser, as JSON of WebAuthn. Their challenge works once, within five minutes. */
const CeremonyResponse = Type.Object({
  status: Type.Literal(true),
  message: Type.String(),
  options: Type.Object({ challenge: Type.String() }),
});

/** A member of staff who is signed in. */
export const StaffMe = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: RoleName,
  permissions: Type.Array(PermissionName),
  /** How they confirm what money, roles and exports need. */
  ways: Type.Object({ passkey: Type.Boolean(), app: Type.Boolean() }),
  /** Until when they need not confirm again. ISO 8601 instant. */
  confirmed_until: Type.String(),
});
export type StaffMe = Static<typeof StaffMe>;

const MeResponse = Type.Object({ status: Type.Literal(true), message: Type.String(), me: StaffMe });
const Done = Type.Object({ status: Type.Literal(true), message: Type.String() });

export const startPasskeySignIn = defineEndpoint({
  method: 'POST',
  path: '/admin/door/passkey',
  access: { staff: 'door' },
  response: CeremonyResponse,
  failureMessage: 'The sign-in could not start.',
});

export const signInWithPasskey = defineEndpoint({
  method: 'POST',
  path: '/admin/door/sign-in/passkey',
  access: { staff: 'door' },
  body: Closed({ passkey: PasskeyProof }),
  response: MeResponse,
  failureMessage: 'The sign-in failed.',
});

export const signInWithCode = defineEndpoint({
  method: 'POST',
  path: '/admin/door/sign-in/code',
  access: { staff: 'door' },
  body: Closed({ email: EmailAddress, code: AppCode }),
  response: MeResponse,
  failureMessage: 'The sign-in failed.',
});

export const Invitation = Type.Object({
  email: Type.String(),
  role: RoleName,
  /** Name of who invited; '' for the terminal. */
  invited_by: Type.String(),
  expires_at: Type.String(),
});
export type Invitation = Static<typeof Invitation>;

export const openInvite = defineEndpoint({
  method: 'POST',
  path: '/admin/door/invite',
  access: { staff: 'door' },
  body: Closed({ key: InviteKey }),
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), invitation: Invitation }),
  failureMessage: 'The invitation could not be opened.',
});

export const startInvitePasskey = defineEndpoint({
  method: 'POST',
  path: '/admin/door/invite/passkey',
  access: { staff: 'door' },
  body: Closed({ key: InviteKey, name: PersonName }),
  response: CeremonyResponse,
  failureMessage: 'The passkey could not be created.',
});

export const startInviteApp = defineEndpoint({
  method: 'POST',
  path: '/admin/door/invite/app',
  access: { staff: 'door' },
  body: Closed({ key: InviteKey }),
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    /** To type into the app, in base 32. */
    secret: Type.String(),
    /** The same as an otpauth: address, for a QR code. */
    address: Type.String(),
  }),
  failureMessage: 'The app could not be connected.',
});

export const acceptInvite = defineEndpoint({
  method: 'POST',
  path: '/admin/door/invite/accept',
  access: { staff: 'door' },
  body: Closed({
    key: InviteKey,
    name: PersonName,
    passkey: Type.Optional(NewPasskey),
    code: Type.Optional(AppCode),
  }),
  response: Type.Object({
    ...MeResponse.properties,
    /** Ten codes that work once each, for who signs in with an app. They are shown this once. */
    recovery_codes: Type.Array(Type.String()),
  }),
  failureMessage: 'The invitation could not be accepted.',
});

export const getStaffMe = defineEndpoint({
  method: 'GET',
  path: '/admin/me',
  access: { staff: 'any' },
  response: MeResponse,
  failureMessage: 'Failed to fetch your account',
});

export const signOutStaff = defineEndpoint({
  method: 'DELETE',
  path: '/admin/me/session',
  access: { staff: 'any' },
  response: Done,
  failureMessage: 'Failed to sign out',
});

export const startConfirmation = defineEndpoint({
  method: 'POST',
  path: '/admin/me/confirmation/passkey',
  access: { staff: 'any' },
  response: CeremonyResponse,
  failureMessage: 'The confirmation could not start.',
});

/** Confirms who is there, for five minutes. */
export const confirmStaff = defineEndpoint({
  method: 'POST',
  path: '/admin/me/confirmation',
  access: { staff: 'any' },
  body: Closed({ passkey: Type.Optional(PasskeyProof), code: Type.Optional(AppCode) }),
  response: MeResponse,
  failureMessage: 'The confirmation failed.',
});
