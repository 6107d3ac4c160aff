import type { StaffMember, StaffStatus } from '@shop/contracts';
import type { Queryable } from '../../database/Database';
import { insertRow } from '../../database/insertRow';
import type { staffChallengesTable, staffCredentialsTable, staffInvitesTable, staffSessionsTable } from './staffTables';

/** A member of staff. */
export interface Staff {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly status: StaffStatus;
}

const COLUMNS = 'id, email, name, role, status';

export const countStaff = async (connection: Queryable): Promise<number> =>
  (await connection.query<{ count: number }>('SELECT count(*)::int AS count FROM staff')).rows[0]?.count ?? 0;

export const findStaff = async (connection: Queryable, id: string): Promise<Staff | undefined> =>
  (await connection.query<Staff>(`SELECT ${COLUMNS} FROM staff WHERE id = $1`, [id])).rows[0];

export const findStaffByEmail = async (connection: Queryable, email: string): Promise<Staff | undefined> =>
  (await connection.query<Staff>(`SELECT ${COLUMNS} FROM staff WHERE email = $1`, [email])).rows[0];

/**
 * Locks a member of staff and all owners until the transaction ends, so that of two owners who demote each other at
 * once one is refused. Returns the member and the number of active owners.
 */
export const lockStaffAndOwners = async (
  connection: Queryable,
  id: string,
): Promise<{ readonly member: Staff | undefined; readonly owners: number }> => {
  const { rows } = await connection.query<Staff>(
    `SELECT ${COLUMNS} FROM staff WHERE id = $1 OR role = 'owner' ORDER BY id FOR UPDATE`,
    [id],
  );
  return {
    member: rows.find((row) => row.id === id),
    owners: rows.filter(({ role, status }) => role === 'owner' && status === 'active').length,
  };
};

/** Adds a member, or gives a known address its new name and role, and lets it in again. Returns its id. */
export const putStaff = async (
  connection: Queryable,
  { id, email, name, role }: Omit<Staff, 'status'>,
  now: Date,
): Promise<string> => {
  const { rows } = await connection.query<{ id: string }>(
    `INSERT INTO staff (id, email, name, role, status, created_at) VALUES ($1, $2, $3, $4, 'active', $5)
     ON CONFLICT (email) DO UPDATE SET name = excluded.name, role = excluded.role, status = 'active' RETURNING id`,
    [id, email, name, role, now],
  );
  return rows[0]?.id ?? id;
};

export const updateStaff = async (
  connection: Queryable,
  id: string,
  { role, status }: Pick<Staff, 'role' | 'status'>,
): Promise<void> => {
  await connection.query('UPDATE staff SET role = $2, status = $3 WHERE id = $1', [id, role, status]);
};

/** All staff, by name, with their ways in and their live sessions. */
export const listMembers = async (connection: Queryable, now: Date, idleSince: Date): Promise<StaffMember[]> => {
  const { rows } = await connection.query<StaffMember>(
    `SELECT s.id, s.name, s.email, s.role, s.status,
       json_build_object('passkey', coalesce(bool_or(c.kind = 'passkey'), false), 'app', coalesce(bool_or(c.kind = 'app'), false)) AS ways,
       (SELECT count(*)::int FROM staff_sessions l WHERE l.staff_id = s.id AND l.expires_at > $1 AND l.last_seen_at > $2) AS sessions,
       (SELECT to_char(max(l.last_seen_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') FROM staff_sessions l WHERE l.staff_id = s.id) AS last_seen_at
     FROM staff s LEFT JOIN staff_credentials c ON c.staff_id = s.id GROUP BY s.id ORDER BY lower(s.name), s.id`,
    [now, idleSince],
  );
  return rows;
};

// --- Credentials

export interface Credential {
  readonly id: string;
  readonly staffId: string;
  readonly kind: 'passkey' | 'app' | 'recovery';
  readonly publicKey: string | null;
  readonly transports: readonly string[] | null;
  readonly counter: number;
  readonly secret: string | null;
}

const CREDENTIAL =
  'id, staff_id AS "staffId", kind, public_key AS "publicKey", transports, counter::float8 AS counter, secret';

export const insertCredential = async (
  connection: Queryable,
  { transports, ...credential }: Partial<Credential> & Pick<Credential, 'id' | 'staffId' | 'kind'>,
  now: Date,
): Promise<boolean> =>
  insertRow<typeof staffCredentialsTable>(
    connection,
    'staff_credentials',
    { ...credential, transports: transports ? JSON.stringify(transports) : null, createdAt: now },
    'ON CONFLICT (id) DO NOTHING',
  );

/** Locks a credential, so that of two uses with one counter the second sees the first. */
export const lockCredential = async (connection: Queryable, id: string): Promise<Credential | undefined> =>
  (await connection.query<Credential>(`SELECT ${CREDENTIAL} FROM staff_credentials WHERE id = $1 FOR UPDATE`, [id]))
    .rows[0];

export const lockCredentials = async (
  connection: Queryable,
  staffId: string,
  kind: Credential['kind'],
): Promise<Credential[]> =>
  (
    await connection.query<Credential>(
      `SELECT ${CREDENTIAL} FROM staff_credentials WHERE staff_id = $1 AND kind = $2 ORDER BY id FOR UPDATE`,
      [staffId, kind],
    )
  ).rows;

export const findWays = async (
  connection: Queryable,
  staffId: string,
): Promise<{ readonly passkey: boolean; readonly app: boolean }> => {
  const { rows } = await connection.query<{ kind: string }>(
    'SELECT DISTINCT kind FROM staff_credentials WHERE staff_id = $1',
    [staffId],
  );
  const has = (kind: Credential['kind']): boolean => rows.some((row) => row.kind === kind);
  return { passkey: has('passkey'), app: has('app') };
};

export const useCredential = async (connection: Queryable, id: string, counter: number, now: Date): Promise<void> => {
  await connection.query('UPDATE staff_credentials SET counter = $2, last_used_at = $3 WHERE id = $1', [
    id,
    counter,
    now,
  ]);
};

/** Returns false if it was used before. */
export const deleteRecoveryCode = async (connection: Queryable, staffId: string, id: string): Promise<boolean> =>
  (
    await connection.query("DELETE FROM staff_credentials WHERE staff_id = $1 AND id = $2 AND kind = 'recovery'", [
      staffId,
      id,
    ])
  ).rowCount === 1;

export const deleteCredentials = async (connection: Queryable, staffId: string): Promise<void> => {
  await connection.query('DELETE FROM staff_credentials WHERE staff_id = $1', [staffId]);
};

// --- Sessions

export const insertStaffSession = async (
  connection: Queryable,
  session: typeof staffSessionsTable.$inferInsert,
): Promise<void> => {
  await insertRow<typeof staffSessionsTable>(connection, 'staff_sessions', session);
};

export interface LiveStaffSession extends Staff {
  readonly sessionId: string;
  readonly lastSeenAt: Date;
  readonly confirmedAt: Date;
}

/** Finds the session of a secret with its person, unless it has expired or was idle, or the person is suspended. */
export const findLiveStaffSession = async (
  connection: Queryable,
  secretHash: string,
  now: Date,
  idleSince: Date,
): Promise<LiveStaffSession | undefined> =>
  (
    await connection.query<LiveStaffSession>({
      name: 'live-staff-session',
      text: `SELECT l.id AS "sessionId", l.last_seen_at AS "lastSeenAt", l.confirmed_at AS "confirmedAt", s.id, s.email, s.name, s.role, s.status
         FROM staff_sessions l JOIN staff s ON s.id = l.staff_id
         WHERE l.secret_hash = $1 AND l.expires_at > $2 AND l.last_seen_at > $3 AND s.status = 'active'`,
      values: [secretHash, now, idleSince],
    })
  ).rows[0];

export const touchStaffSession = async (connection: Queryable, id: string, now: Date): Promise<void> => {
  await connection.query('UPDATE staff_sessions SET last_seen_at = $2 WHERE id = $1', [id, now]);
};

export const confirmSession = async (connection: Queryable, id: string, now: Date): Promise<void> => {
  await connection.query('UPDATE staff_sessions SET confirmed_at = $2 WHERE id = $1', [id, now]);
};

export interface ListedSession {
  readonly id: string;
  readonly device: string;
  readonly network: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

export const findStaffSessions = async (
  connection: Queryable,
  staffId: string,
  now: Date,
  idleSince: Date,
): Promise<ListedSession[]> =>
  (
    await connection.query<ListedSession>(
      `SELECT id, device, network, created_at AS "createdAt", last_seen_at AS "lastSeenAt" FROM staff_sessions
       WHERE staff_id = $1 AND expires_at > $2 AND last_seen_at > $3 ORDER BY last_seen_at DESC, id`,
      [staffId, now, idleSince],
    )
  ).rows;

/** Returns false if there is none, or if it is another person's. */
export const deleteStaffSession = async (connection: Queryable, staffId: string, id: string): Promise<boolean> =>
  (await connection.query('DELETE FROM staff_sessions WHERE staff_id = $1 AND id = $2', [staffId, id])).rowCount === 1;

export const deleteStaffSessions = async (connection: Queryable, staffId: string): Promise<void> => {
  await connection.query('DELETE FROM staff_sessions WHERE staff_id = $1', [staffId]);
};

// --- Invitations

export interface Invite {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly invitedBy: string;
  readonly expiresAt: Date;
  readonly appSecret: string | null;
}

const INVITE = 'id, email, role, invited_by AS "invitedBy", expires_at AS "expiresAt", app_secret AS "appSecret"';

/** Replaces an earlier invitation to the address. */
export const putInvite = async (
  connection: Queryable,
  invite: typeof staffInvitesTable.$inferInsert,
): Promise<void> => {
  await connection.query('DELETE FROM staff_invites WHERE email = $1', [invite.email]);
  await insertRow<typeof staffInvitesTable>(connection, 'staff_invites', invite);
};

export const listInvites = async (connection: Queryable, now: Date): Promise<Invite[]> =>
  (
    await connection.query<Invite>(
      `SELECT ${INVITE} FROM staff_invites WHERE expires_at > $1 ORDER BY created_at DESC, id`,
      [now],
    )
  ).rows;

/** Locks the invitation of a key until the transaction ends, so that only one of two people accepts it. */
export const lockInvite = async (connection: Queryable, keyHash: string, now: Date): Promise<Invite | undefined> =>
  (
    await connection.query<Invite>(
      `SELECT ${INVITE} FROM staff_invites WHERE key_hash = $1 AND expires_at > $2 FOR UPDATE`,
      [keyHash, now],
    )
  ).rows[0];

export const setAppSecret = async (connection: Queryable, id: string, secret: string): Promise<void> => {
  await connection.query('UPDATE staff_invites SET app_secret = $2 WHERE id = $1', [id, secret]);
};

export const deleteInvite = async (connection: Queryable, id: string): Promise<Invite | undefined> =>
  (await connection.query<Invite>(`DELETE FROM staff_invites WHERE id = $1 RETURNING ${INVITE}`, [id])).rows[0];

// --- Challenges

export const insertChallenge = async (
  connection: Queryable,
  challenge: typeof staffChallengesTable.$inferInsert,
): Promise<void> => {
  await insertRow<typeof staffChallengesTable>(connection, 'staff_challenges', challenge);
};

/** Ends a challenge. Returns false if it was used, has expired, or was for something else. */
export const useChallenge = async (
  connection: Queryable,
  hash: string,
  purpose: string,
  now: Date,
): Promise<boolean> => {
  const { rows } = await connection.query<{ purpose: string; expiresAt: Date }>(
    'DELETE FROM staff_challenges WHERE hash = $1 RETURNING purpose, expires_at AS "expiresAt"',
    [hash],
  );
  const challenge = rows[0];
  return challenge !== undefined && challenge.purpose === purpose && challenge.expiresAt > now;
};

export const deleteExpiredOfStaff = async (connection: Queryable, now: Date, idleSince: Date): Promise<void> => {
  await connection.query('DELETE FROM staff_challenges WHERE expires_at <= $1', [now]);
  await connection.query('DELETE FROM staff_invites WHERE expires_at <= $1', [now]);
  await connection.query('DELETE FROM staff_sessions WHERE expires_at <= $1 OR last_seen_at <= $2', [now, idleSince]);
};
