import {
  acceptInvite as acceptInviteEndpoint,
  changeStaff as changeStaffEndpoint,
  confirmStaff as confirmStaffEndpoint,
  endMySession,
  endStaffSession as endStaffSessionEndpoint,
  getStaffMe,
  inviteStaff,
  isRole,
  listMySessions,
  listStaff,
  listStaffSessions,
  openInvite,
  signInWithCode as signInWithCodeEndpoint,
  signInWithPasskey as signInWithPasskeyEndpoint,
  signOutStaff,
  startConfirmation,
  startInviteApp as startInviteAppEndpoint,
  startInvitePasskey as startInvitePasskeyEndpoint,
  startPasskeySignIn,
  withdrawInvite as withdrawInviteEndpoint,
  type Role,
  type StaffInvite,
} from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import { MINUTE_MS } from '../../clock';
import type { RequestContext } from '../../http/RequestContext';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import type { StaffSession } from '../../http/StaffSession';
import { limitNetworks } from '../../limits/limitNetworks';
import { requireWithinLimit } from '../../limits/requireWithinLimit';
import { changeStaff, endStaffSession } from './changeStaff';
import {
  acceptInvite,
  inviteByMail,
  requireInvite,
  startInviteApp,
  startInvitePasskey,
  withdrawInvite,
} from './invites';
import { createProofOptions } from './passkeys';
import { confirmationOf, confirmStaff, signInWithCode, signInWithPasskey } from './signInStaff';
import { deleteStaffSession, findStaffSessions, listInvites, listMembers, type Invite } from './staffRepository';
import { clearStaffCookie, describeMe, getStaffIdleCutoff, requireConfirmed } from './staffSessions';

/** Of one connection, an office: everything at the door, whether it succeeds or not. */
const MAX_AT_DOOR = 60;
const WINDOW_MS = 15 * MINUTE_MS;

const toRoleName = (role: string): Role => (isRole(role) ? role : 'analyst');

const toInvite = ({ id, email, role, invitedBy, expiresAt }: Invite): StaffInvite => ({
  id,
  email,
  role: toRoleName(role),
  invited_by: invitedBy,
  expires_at: expiresAt.toISOString(),
});

/** The door of the back office, and the people behind it. */
export const staffRoutes = (app: FastifyInstance, context: AppContext): void => {
  const limit = ({ request }: RequestContext): Promise<void> =>
    requireWithinLimit(
      context,
      limitNetworks(context, request.ip, { kind: 'staff-door', max: MAX_AT_DOOR, windowMs: WINDOW_MS }),
    );
  const door = { cache: 'private', limit } as const;
  const { database } = context;

  const welcome = async (message: string, session: StaffSession) => ({
    status: true as const,
    message,
    me: await describeMe(database, session),
  });
  const listed = async () => {
    const now = context.clock.now();
    return {
      staff: await listMembers(database, now, getStaffIdleCutoff(now)),
      invites: (await listInvites(database, now)).map(toInvite),
    };
  };
  const listSessions = async (staffId: string, { sessionId }: StaffSession) => {
    const now = context.clock.now();
    const sessions = await findStaffSessions(database, staffId, now, getStaffIdleCutoff(now));
    return {
      status: true as const,
      message: 'Sessions',
      data: sessions.map(({ id, device, network, createdAt, lastSeenAt }) => ({
        id,
        device,
        network,
        created_at: createdAt.toISOString(),
        last_seen_at: lastSeenAt.toISOString(),
        current: id === sessionId,
      })),
    };
  };
  const endSession = async (staffId: string, session: string, staff: StaffSession) => {
    await endStaffSession(context, { staffId, session }, staff);
    return { status: true as const, message: 'The session has ended.' };
  };

  route(app, startPasskeySignIn, { summary: 'Starts a sign-in with a passkey.', ...door })(async () => ({
    status: true,
    message: 'Sign in with your passkey.',
    options: await createProofOptions(context, 'sign-in'),
  }));

  route(app, signInWithPasskeyEndpoint, { summary: 'Signs staff in with a passkey.', ...door })(
    async ({ body }, request) => {
      const { session, setCookie } = await signInWithPasskey(context, request, body.passkey);
      setCookie();
      return welcome('You are signed in.', session);
    },
  );

  route(app, signInWithCodeEndpoint, {
    summary: 'Signs staff in with a code of their app, or with a recovery code.',
    ...door,
  })(async ({ body }, request) => {
    const { session, setCookie } = await signInWithCode(context, request, body);
    setCookie();
    return welcome('You are signed in.', session);
  });

  route(app, openInvite, { summary: 'Returns an invitation to who has its key.', ...door })(async ({ body }) => {
    const { email, role, invitedBy, expiresAt } = await requireInvite(context, database, body.key);
    return {
      status: true,
      message: 'Your invitation',
      invitation: { email, role, invited_by: invitedBy, expires_at: expiresAt.toISOString() },
    };
  });

  route(app, startInvitePasskeyEndpoint, { summary: 'Starts creating the passkey of an invitation.', ...door })(
    async ({ body }) => ({
      status: true,
      message: 'Create your passkey.',
      options: await startInvitePasskey(context, body.key, body.name),
    }),
  );

  route(app, startInviteAppEndpoint, { summary: 'Returns a secret for the app of an invitation.', ...door })(
    async ({ body }) => ({
      status: true,
      message: 'Scan this with your app.',
      ...(await startInviteApp(context, body.key)),
    }),
  );

  route(app, acceptInviteEndpoint, {
    summary: 'Accepts an invitation with a new passkey or a code of the app, and signs in. It works once.',
    ...door,
  })(async ({ body }, request) => {
    const { session, setCookie, recoveryCodes } = await acceptInvite(context, request, body);
    setCookie();
    return { ...(await welcome('Welcome.', session)), recovery_codes: [...recoveryCodes] };
  });

  route(app, getStaffMe, { summary: 'Returns who is signed in, and what they may do.', cache: 'private' })(
    async (_parts, { staff }) => welcome('Your account', staff),
  );

  route(app, signOutStaff, { summary: 'Signs out.', cache: 'private' })(async (_parts, { staff, reply }) => {
    await deleteStaffSession(database, staff.staffId, staff.sessionId);
    clearStaffCookie(context, reply);
    return { status: true, message: 'You are signed out.' };
  });

  route(app, startConfirmation, { summary: 'Starts a confirmation with a passkey.', cache: 'private' })(
    async (_parts, { staff }) => ({
      status: true,
      message: 'Confirm with your passkey.',
      options: await createProofOptions(context, confirmationOf(staff)),
    }),
  );

  route(app, confirmStaffEndpoint, {
    summary: 'Confirms with a passkey or a code that this person is there. It holds for five minutes.',
    cache: 'private',
  })(async ({ body }, { staff }) => welcome('Confirmed.', await confirmStaff(context, staff, body)));

  route(app, listStaff, { summary: 'Lists staff and open invitations.', cache: 'private' })(async () => ({
    status: true,
    message: 'Staff',
    data: await listed(),
  }));

  route(app, inviteStaff, {
    summary: 'Invites an address by mail, or somebody again who lost their way in.',
    cache: 'private',
  })(async ({ body }, { staff }) => {
    requireConfirmed(context, staff);
    const invite = await inviteByMail(context, { ...body, actor: staff.actor });
    return { status: true, message: `An invitation is on its way to ${invite.email}.`, invite: toInvite(invite) };
  });

  route(app, withdrawInviteEndpoint, { summary: 'Withdraws an invitation.', cache: 'private' })(
    async ({ params }, { staff }) => {
      requireConfirmed(context, staff);
      await withdrawInvite(context, params.id, staff.actor);
      return { status: true, message: 'The invitation is withdrawn.' };
    },
  );

  route(app, changeStaffEndpoint, {
    summary: 'Changes a role, suspends somebody, which ends their sessions, or lets them in again.',
    cache: 'private',
  })(async ({ params, body }, { staff }) => {
    requireConfirmed(context, staff);
    await changeStaff(context, params.id, body, staff);
    const member = (await listed()).staff.find(({ id }) => id === params.id);
    if (!member) throw new ShopError('STAFF_NOT_FOUND');
    return { status: true, message: 'Saved.', member };
  });

  route(app, listMySessions, { summary: "Lists one's own sessions.", cache: 'private' })((_parts, { staff }) =>
    listSessions(staff.staffId, staff),
  );

  route(app, endMySession, { summary: "Ends one of one's own sessions.", cache: 'private' })(({ params }, { staff }) =>
    endSession(staff.staffId, params.session, staff),
  );

  route(app, listStaffSessions, { summary: "Lists somebody's sessions.", cache: 'private' })(({ params }, { staff }) =>
    listSessions(params.id, staff),
  );

  route(app, endStaffSessionEndpoint, { summary: "Ends somebody's session.", cache: 'private' })(
    ({ params }, { staff }) => endSession(params.id, params.session, staff),
  );
};
