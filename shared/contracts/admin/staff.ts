import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Closed, defineEndpoint, Nullable } from '../endpoint';
import { EmailAddress } from '../fields';
import { RoleName } from './door';

const Id = Type.String({ minLength: 1, maxLength: 64 });
const Done = Type.Object({ status: Type.Literal(true), message: Type.String() });

export const StaffStatus = Type.Union([Type.Literal('active'), Type.Literal('suspended')]);
export type StaffStatus = Static<typeof StaffStatus>;

export const StaffMember = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: RoleName,
  status: StaffStatus,
  ways: Type.Object({ passkey: Type.Boolean(), app: Type.Boolean() }),
  /** Number of sessions that are signed in. */
  sessions: Type.Integer(),
  last_seen_at: Nullable(Type.String()),
});
export type StaffMember = Static<typeof StaffMember>;

export const StaffInvite = Type.Object({
  id: Type.String(),
  email: Type.String(),
  role: RoleName,
  invited_by: Type.String(),
  expires_at: Type.String(),
});
export type StaffInvite = Static<typeof StaffInvite>;

export const listStaff = defineEndpoint({
  method: 'GET',
  path: '/admin/staff',
  access: { staff: 'staff.write' },
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    data: Type.Object({ staff: Type.Array(StaffMember), invites: Type.Array(StaffInvite) }),
  }),
  failureMessage: 'Failed to fetch the staff',
});

/** Also renews the way in of somebody who lost theirs. Another invitation to the address ends the first. */
export const inviteStaff = defineEndpoint({
  method: 'POST',
  path: '/admin/staff/invites',
  access: { staff: 'staff.write' },
  body: Closed({ email: EmailAddress, role: RoleName }),
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), invite: StaffInvite }),
  failureMessage: 'The invitation could not be sent.',
});

export const withdrawInvite = defineEndpoint({
  method: 'DELETE',
  path: '/admin/staff/invites/:id',
  access: { staff: 'staff.write' },
  params: Type.Object({ id: Id }),
  response: Done,
  failureMessage: 'The invitation could not be withdrawn.',
});

export const changeStaff = defineEndpoint({
  method: 'PATCH',
  path: '/admin/staff/:id',
  access: { staff: 'staff.write' },
  params: Type.Object({ id: Id }),
  body: Closed({ role: Type.Optional(RoleName), status: Type.Optional(StaffStatus) }),
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), member: StaffMember }),
  failureMessage: 'The change could not be saved.',
});

export const StaffSession = Type.Object({
  id: Type.String(),
  device: Type.String(),
  /** IP address at sign-in. */
  network: Type.String(),
  created_at: Type.String(),
  last_seen_at: Type.String(),
  current: Type.Boolean(),
});
export type StaffSession = Static<typeof StaffSession>;

const SessionsResponse = Type.Object({
  status: Type.Literal(true),
  message: Type.String(),
  data: Type.Array(StaffSession),
});

export const listMySessions = defineEndpoint({
  method: 'GET',
  path: '/admin/me/sessions',
  access: { staff: 'any' },
  response: SessionsResponse,
  failureMessage: 'Failed to fetch your sessions',
});

export const endMySession = defineEndpoint({
  method: 'DELETE',
  path: '/admin/me/sessions/:session',
  access: { staff: 'any' },
  params: Type.Object({ session: Id }),
  response: Done,
  failureMessage: 'Failed to end the session',
});

export const listStaffSessions = defineEndpoint({
  method: 'GET',
  path: '/admin/staff/:id/sessions',
  access: { staff: 'staff.write' },
  params: Type.Object({ id: Id }),
  response: SessionsResponse,
  failureMessage: 'Failed to fetch the sessions',
});

export const endStaffSession = defineEndpoint({
  method: 'DELETE',
  path: '/admin/staff/:id/sessions/:session',
  access: { staff: 'staff.write' },
  params: Type.Object({ id: Id, session: Id }),
  response: Done,
  failureMessage: 'Failed to end the session',
});
