import { randomUUID } from 'node:crypto';
import type { HistoryKind, User } from '@shop/shared/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { insertEvent, type Account, type LockedAccount } from './accountsRepository';
import type { AppContext } from '../../AppContext';
import { addMs, DAY_MS, MINUTE_MS } from '../../clock';
import { insertMail } from '../mail/mailsRepository';
import { writeNewDeviceMail } from './authMails';
import { clearSessionCookie, readKnownDevice, readSessionCookie, rememberDevice, setSessionCookie } from './cookies';
import { describeDevice } from './describeDevice';
import { createSecret, hashSecret, isKeyedHash, hmac } from './secrets';
import { deleteSessionBySecret, findLiveSession, insertSession, touchSession } from './sessionsRepository';

/** security.md 1.8. */
const REMEMBERED_MS = 30 * DAY_MS;
const NOT_REMEMBERED_MS = DAY_MS;
const IDLE_MS = 7 * DAY_MS;
const SEEN_EVERY_MS = 5 * MINUTE_MS;

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export const idleSince = (now: Date): Date => addMs(now, -IDLE_MS);

export const toUser = ({ id, name, email, phone }: Account): User => ({ id, name, email, phone, is_verified: true });

/**
 * The token of a session: another value, bound to its cookie because it follows from it. So it need not be kept
 * anywhere but in the page's memory, and every tab gets the same.
 */
export const deriveCsrfToken = (context: Pick<AppContext, 'config'>, secret: string): string =>
  hmac(context.config.authSecret, 'token', secret);

interface OpenedSession {
  readonly token: string;
  /** Sets the cookies; called when the transaction has been committed. */
  readonly setCookies: () => void;
}

interface Opening {
  /** Held: a reset, or a change of password, comes before this session or ends it. */
  readonly account: LockedAccount;
  readonly remember: boolean;
  /** Undefined where the session only goes on under another id. */
  readonly event?: HistoryKind;
}

/**
 * Opens a session and ends the one the browser came with: an id planted before is worth nothing after
 * (security.md 1.8). The owner gets a mail about a sign-in on a device that the account does not know.
 */
export const openSession = async (
  context: AppContext,
  connection: Queryable,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { account, remember, event }: Opening,
): Promise<OpenedSession> => {
  const now = context.clock.now();
  const secret = createSecret();
  const before = readSessionCookie(context, request);
  if (before !== undefined) await deleteSessionBySecret(connection, hashSecret(before));
  const device = describeDevice(request.headers['user-agent']);
  const expiresAt = addMs(now, remember ? REMEMBERED_MS : NOT_REMEMBERED_MS);
  await insertSession(connection, {
    id: randomUUID(),
    secretHash: hashSecret(secret),
    accountId: account.id,
    device,
    remembered: remember,
    createdAt: now,
    expiresAt,
  });
  if (event) await insertEvent(connection, account.id, event, device, now);
  if (event === 'signed-in' && readKnownDevice(context, request, account) === undefined)
    await insertMail(connection, writeNewDeviceMail(account.email, device, now), now);
  return {
    token: deriveCsrfToken(context, secret),
    setCookies: () => {
      setSessionCookie(context, reply, secret, remember);
      rememberDevice(context, request, reply, account);
    },
  };
};

export interface Visitor {
  readonly accountId: string;
  readonly sessionId: string;
  readonly secret: string;
  readonly remembered: boolean;
}

const getBearerToken = (request: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];

/**
 * Who is asking: by the session's cookie, and for an unsafe call by its token too. Undefined for a guest.
 * @throws {ShopError} UNAUTHENTICATED where a token came without its session, or a session without its token on an
 * unsafe call.
 */
export const readVisitor = async (
  context: Pick<AppContext, 'database' | 'clock' | 'config'>,
  request: FastifyRequest,
): Promise<Visitor | undefined> => {
  const secret = readSessionCookie(context, request);
  const bearer = getBearerToken(request);
  if (secret === undefined) {
    if (bearer !== undefined) throw new ShopError('UNAUTHENTICATED');
    return undefined;
  }
  const now = context.clock.now();
  const session = await findLiveSession(context.database, hashSecret(secret), now, idleSince(now));
  if (!session) {
    if (bearer !== undefined) throw new ShopError('UNAUTHENTICATED');
    return undefined;
  }
  const needsToken = !SAFE_METHODS.has(request.method);
  if (bearer === undefined ? needsToken : !isKeyedHash(context.config, bearer, 'token', secret))
    throw new ShopError('UNAUTHENTICATED');
  if (session.lastSeenAt < addMs(now, -SEEN_EVERY_MS)) await touchSession(context.database, session.id, now);
  return { accountId: session.accountId, sessionId: session.id, secret, remembered: session.remembered };
};

/**
 * For what only its owner may see or do. @throws {ShopError} UNAUTHENTICATED; the cookie of a session that is over goes
 * with it.
 */
export const requireSession = async (
  context: Pick<AppContext, 'database' | 'clock' | 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visitor> => {
  const visitor = await readVisitor(context, request);
  if (visitor) return visitor;
  if (readSessionCookie(context, request) !== undefined) clearSessionCookie(context, reply);
  throw new ShopError('UNAUTHENTICATED');
};
