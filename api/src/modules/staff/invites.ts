import { randomUUID } from 'node:crypto';
import { isRole, type RequestOf, type acceptInvite as acceptInviteEndpoint, type Role } from '@shop/contracts';
import type { Actor } from '../../audit/Actor';
import { insertAudit } from '../../audit/auditRepository';
import { addMs, HOUR_MS } from '../../clock';
import type { Queryable } from '../../database/Database';
import type { RequestContext } from '../../http/RequestContext';
import { ShopError } from '../../http/ShopError';
import type { StaffSession } from '../../http/StaffSession';
import { createSecret, hashSecret } from '../../secrets';
import { normalizeEmail } from '../auth/normalizeEmail';
import { insertLetter } from '../mail/insertLetter';
import { addRecoveryCodes, createAppSecret, findStep } from './appCodes';
import { createPasskeyOptions, verifyNewPasskey } from './passkeys';
import { requireAdminUrl, type StaffContext } from './StaffContext';
import { writeInviteMail } from './staffMails';
import {
  deleteCredentials,
  deleteInvite,
  deleteStaffSessions,
  findStaffByEmail,
  insertCredential,
  lockInvite,
  lockStaffAndOwners,
  putInvite,
  putStaff,
  setAppSecret,
  type Invite,
} from './staffRepository';
import { openStaffSession } from './staffSessions';

const LIFETIME_MS = 48 * HOUR_MS;

interface NewInvite {
  readonly email: string;
  readonly role: Role;
  readonly actor: Actor;
}

/** The key is in the fragment, which no server gets. */
const buildInviteLink = (context: Pick<StaffContext, 'config'>, key: string): string =>
  new URL(`/admin/invite#key=${key}`, requireAdminUrl(context)).href;

/**
 * Invites an address, for 48 hours. An earlier invitation to it ends. The link is a secret: it goes into the mail, or
 * to the terminal.
 */
export const createInvite = async (
  context: StaffContext,
  connection: Queryable,
  { email: typed, role, actor }: NewInvite,
): Promise<{ readonly invite: Invite; readonly link: string }> => {
  const email = normalizeEmail(typed);
  const now = context.clock.now();
  const key = createSecret();
  const invite = {
    id: randomUUID(),
    email,
    role,
    invitedBy: actor.kind === 'staff' ? actor.name : '',
    expiresAt: addMs(now, LIFETIME_MS),
    appSecret: null,
  };
  await putInvite(connection, { ...invite, keyHash: hashSecret(key), createdAt: now });
  await insertAudit(connection, { actor, action: 'invite.sent', subject: email, after: { role } }, now);
  return { invite, link: buildInviteLink(context, key) };
};

/** Invites an address by mail. */
export const inviteByMail = (context: StaffContext, invited: NewInvite): Promise<Invite> =>
  context.database.transaction(async (connection) => {
    const { invite, link } = await createInvite(context, connection, invited);
    const letter = writeInviteMail(context.config.publicUrl, invite, link);
    await insertLetter(connection, letter, context.clock.now());
    return invite;
  });

/** @throws {ShopError} INVITE_NOT_FOUND. */
export const withdrawInvite = ({ database, clock }: StaffContext, id: string, actor: Actor): Promise<void> =>
  database.transaction(async (connection) => {
    const invite = await deleteInvite(connection, id);
    if (!invite) throw new ShopError('INVITE_NOT_FOUND');
    const before = { role: invite.role };
    await insertAudit(connection, { actor, action: 'invite.withdrawn', subject: invite.email, before }, clock.now());
  });

/** Locks the invitation of a key. @throws {ShopError} INVITE_REFUSED. */
export const requireInvite = async (
  { clock }: StaffContext,
  connection: Queryable,
  key: string,
): Promise<Invite & { readonly role: Role }> => {
  const invite = await lockInvite(connection, hashSecret(key), clock.now());
  if (!invite || !isRole(invite.role)) throw new ShopError('INVITE_REFUSED');
  return { ...invite, role: invite.role };
};

const purposeOf = ({ id }: Pick<Invite, 'id'>): string => `invite ${id}`;

/** Whom an invitation makes: a known address stays the same person. */
const findId = async (connection: Queryable, { id, email }: Invite): Promise<string> =>
  (await findStaffByEmail(connection, email))?.id ?? id;

/** Options for the passkey of who accepts an invitation. */
export const startInvitePasskey = async (context: StaffContext, key: string, name: string) => {
  const invite = await requireInvite(context, context.database, key);
  const owner = { id: await findId(context.database, invite), email: invite.email, name };
  return createPasskeyOptions(context, owner, purposeOf(invite));
};

/** A secret for the app of who accepts an invitation. A second one ends the first. */
export const startInviteApp = (
  context: StaffContext,
  key: string,
): Promise<{ readonly secret: string; readonly address: string }> =>
  context.database.transaction(async (connection) => {
    const invite = await requireInvite(context, connection, key);
    const { sealed, ...shown } = createAppSecret(context.config, invite.email);
    await setAppSecret(connection, invite.id, sealed);
    return shown;
  });

type Acceptance = RequestOf<typeof acceptInviteEndpoint>['body'];

/** Of the last owner, an invitation to a lesser role would leave nobody who can invite. */
const requireOwnerLeft = async (connection: Queryable, id: string, role: Role): Promise<void> => {
  const { member, owners } = await lockStaffAndOwners(connection, id);
  if (member?.role === 'owner' && member.status === 'active' && owners === 1 && role !== 'owner')
    throw new ShopError('LAST_OWNER');
};

/**
 * Makes a member of staff of who has the key and a passkey or an app, and signs them in. A known address loses its
 * former passkeys, apps and sessions.
 * @throws {ShopError} INVITE_REFUSED, CEREMONY_EXPIRED, CONFIRMATION_REFUSED, STAFF_EXISTS or LAST_OWNER.
 */
export const acceptInvite = async (
  context: StaffContext,
  request: RequestContext,
  { key, name, passkey, code }: Acceptance,
): Promise<{
  readonly session: StaffSession;
  readonly setCookie: () => void;
  readonly recoveryCodes: readonly string[];
}> => {
  if ((passkey === undefined) === (code === undefined)) throw new ShopError('INVALID_REQUEST');
  const { database, clock, config } = context;
  const proven =
    passkey && (await verifyNewPasskey(context, passkey, purposeOf(await requireInvite(context, database, key))));
  return database.transaction(async (connection) => {
    const now = clock.now();
    const invite = await requireInvite(context, connection, key);
    const { email, role } = invite;
    const id = await findId(connection, invite);
    await requireOwnerLeft(connection, id, role);
    const staffId = await putStaff(connection, { id, email, name, role }, now);
    await deleteCredentials(connection, staffId);
    await deleteStaffSessions(connection, staffId);
    let recoveryCodes: readonly string[] = [];
    if (proven) {
      if (!(await insertCredential(connection, { ...proven, staffId }, now))) throw new ShopError('STAFF_EXISTS');
    } else {
      const { appSecret: sealed } = invite;
      const step =
        sealed !== null && code !== undefined
          ? findStep(config, { sealed, email }, code, { lastStep: 0, now })
          : undefined;
      if (sealed === null || step === undefined) throw new ShopError('CONFIRMATION_REFUSED');
      await insertCredential(
        connection,
        { id: randomUUID(), staffId, kind: 'app', secret: sealed, counter: step },
        now,
      );
      recoveryCodes = await addRecoveryCodes(config, connection, staffId, now);
    }
    await deleteInvite(connection, invite.id);
    const opened = await openStaffSession(context, connection, request, { id: staffId, name, email, role });
    await insertAudit(
      connection,
      {
        actor: opened.session.actor,
        action: 'staff.joined',
        subject: email,
        after: { role, way: proven ? 'passkey' : 'app' },
      },
      now,
    );
    return { ...opened, recoveryCodes };
  });
};
