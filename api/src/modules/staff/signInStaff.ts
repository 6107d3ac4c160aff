import type { PasskeyProof } from '@shop/contracts';
import { insertAudit } from '../../audit/auditRepository';
import type { AppContext } from '../../AppContext';
import { DAY_MS, MINUTE_MS } from '../../clock';
import type { Queryable } from '../../database/Database';
import type { RequestContext } from '../../http/RequestContext';
import { ShopError } from '../../http/ShopError';
import type { StaffSession } from '../../http/StaffSession';
import { requireWithinLimit } from '../../limits/requireWithinLimit';
import { hmac } from '../../secrets';
import { normalizeEmail } from '../auth/normalizeEmail';
import { useAppCode } from './appCodes';
import { verifyProof } from './passkeys';
import { confirmSession, findStaff, findStaffByEmail, type Staff } from './staffRepository';
import { openStaffSession } from './staffSessions';

type SignInContext = AppContext;

/** Three codes of a million are valid at a time: at one address, who guesses succeeds on one day in 22,000. */
const MAX_CODES = 5;
const MAX_CODES_PER_DAY = 15;
const WINDOW_MS = 15 * MINUTE_MS;

const limitCodes = (context: SignInContext, email: string): Promise<void> => {
  const key = `staff-code:${hmac(context.config.authSecret, 'staff code', email)}`;
  return requireWithinLimit(context, [
    { key, max: MAX_CODES, windowMs: WINDOW_MS },
    { key: `${key}:day`, max: MAX_CODES_PER_DAY, windowMs: DAY_MS },
  ]);
};

interface SignedIn {
  readonly session: StaffSession;
  readonly setCookie: () => void;
}

const enter = async (
  context: SignInContext,
  connection: Queryable,
  request: RequestContext,
  { staff, way }: { readonly staff: Staff; readonly way: 'passkey' | 'code' },
): Promise<SignedIn> => {
  const opened = await openStaffSession(context, connection, request, staff);
  const { actor } = opened.session;
  const entry = { actor, action: 'staff.signed-in', subject: staff.email, after: { way } } as const;
  await insertAudit(connection, entry, context.clock.now());
  return opened;
};

const requireActive = (staff: Staff | undefined): Staff => {
  if (staff?.status !== 'active') throw new ShopError('STAFF_SIGN_IN_REFUSED');
  return staff;
};

/** Signs in whose passkey it is. @throws {ShopError} STAFF_SIGN_IN_REFUSED or CEREMONY_EXPIRED. */
export const signInWithPasskey = async (
  context: SignInContext,
  request: RequestContext,
  passkey: PasskeyProof,
): Promise<SignedIn> => {
  const { staffId } = await verifyProof(context, passkey, 'sign-in', 'STAFF_SIGN_IN_REFUSED');
  return context.database.transaction(async (connection) =>
    enter(context, connection, request, {
      staff: requireActive(await findStaff(connection, staffId)),
      way: 'passkey',
    }),
  );
};

/** Signs in with a code of an app, or a recovery code. @throws {ShopError} STAFF_SIGN_IN_REFUSED, TOO_MANY_ATTEMPTS. */
export const signInWithCode = async (
  context: SignInContext,
  request: RequestContext,
  { email: typed, code }: { readonly email: string; readonly code: string },
): Promise<SignedIn> => {
  const email = normalizeEmail(typed);
  await limitCodes(context, email);
  return context.database.transaction(async (connection) => {
    const staff = requireActive(await findStaffByEmail(connection, email));
    if (!(await useAppCode(context, connection, staff, code))) throw new ShopError('STAFF_SIGN_IN_REFUSED');
    return enter(context, connection, request, { staff, way: 'code' });
  });
};

interface Confirmation {
  readonly passkey?: PasskeyProof | undefined;
  readonly code?: string | undefined;
}

/** Proves again that this person is there. @throws {ShopError} CONFIRMATION_REFUSED or CEREMONY_EXPIRED. */
export const confirmStaff = async (
  context: SignInContext,
  session: StaffSession,
  { passkey, code }: Confirmation,
): Promise<StaffSession> => {
  if ((passkey === undefined) === (code === undefined)) throw new ShopError('INVALID_REQUEST');
  const { database, clock } = context;
  if (passkey) {
    const { staffId } = await verifyProof(context, passkey, confirmationOf(session), 'CONFIRMATION_REFUSED');
    if (staffId !== session.staffId) throw new ShopError('CONFIRMATION_REFUSED');
  } else if (code !== undefined) {
    await limitCodes(context, session.email);
    const { staffId: id, email } = session;
    if (!(await database.transaction((connection) => useAppCode(context, connection, { id, email }, code))))
      throw new ShopError('CONFIRMATION_REFUSED');
  }
  const confirmedAt = clock.now();
  await confirmSession(database, session.sessionId, confirmedAt);
  return { ...session, confirmedAt };
};

export const confirmationOf = ({ sessionId }: StaffSession): string => `confirmation ${sessionId}`;
