import { randomUUID } from 'node:crypto';
import type { HistoryKind, User } from '@shop/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../database/Database';
import type { RequestContext } from '../../http/RequestContext';
import type { Session } from '../../http/Session';
import { ShopError } from '../../http/ShopError';
import { insertEvent, type Account, type LockedAccount } from './accountsRepository';
import type { AppContext } from '../../AppContext';
import { addMs, DAY_MS, MINUTE_MS } from '../../clock';
import { insertLetter } from '../mail/insertLetter';
import { readMailSender, writeNewDeviceMail } from './authMails';
import { clearSessionCookie, readKnownDevice, readSessionCookie, rememberDevice, setSessionCookie } from './cookies';
import { describeDevice } from './describeDevice';
import { createSecret, hashSecret, verifyHmac, hmac } from '../../secrets';
import { deleteSessionBySecret, findLiveSession, insertSession, touchSession } from './sessionsRepository';
import { claimGuestOrders } from '../orders/claimGuestOrders';
import { readGuestOrders } from '../orders/guestOrdersCookie';

/** security.md 1.8. */
export const REMEMBERED_LIFETIME_MS = 30 * DAY_MS;
const SESSION_LIFETIME_MS = DAY_MS;
const MAX_IDLE_MS = 7 * DAY_MS;
const TOUCH_INTERVAL_MS = 5 * MINUTE_MS;

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export const getIdleCutoff = (now: Date): Date => addMs(now, -MAX_IDLE_MS);

export const toUser = ({ id, name, email, phone }: Account): User => ({ id, name, email, phone, is_verified: true });

/**
 * Derives the CSRF token from the session's secret. It is stored nowhere but in the page's memory, and all tabs get the
 * same one.
 */
export const deriveCsrfToken = (context: Pick<AppContext, 'config'>, secret: string): string =>
  hmac(context.config.authSecret, 'token', secret);

interface OpenedSession {
  readonly token: string;
  /** Sets the cookies. Call it after the transaction was committed. */
  readonly setCookies: () => void;
}

interface SessionOptions {
  /** Locked, so that a concurrent password change cannot miss the new session. */
  readonly account: LockedAccount;
  readonly remember: boolean;
  /** Unset if the session merely continues under another id. */
  readonly event?: HistoryKind;
}

/**
 * Opens a session and ends the browser's previous one, which prevents session fixation (security.md 1.8). Sends the
 * owner a mail after a sign-in on an unknown device.
 */
export const openSession = async (
  context: AppContext,
  connection: Queryable,
  { request, reply }: RequestContext,
  { account, remember, event }: SessionOptions,
): Promise<OpenedSession> => {
  const now = context.clock.now();
  const secret = createSecret();
  const before = readSessionCookie(context, request);
  if (before !== undefined) await deleteSessionBySecret(connection, hashSecret(before));
  const device = describeDevice(request.headers['user-agent']);
  const expiresAt = addMs(now, remember ? REMEMBERED_LIFETIME_MS : SESSION_LIFETIME_MS);
  await insertSession(connection, {
    id: randomUUID(),
    secretHash: hashSecret(secret),
    accountId: account.id,
    device,
    remembered: remember,
    createdAt: now,
    expiresAt,
  });
  await claimGuestOrders(connection, account, readGuestOrders(request));
  if (event) await insertEvent(connection, account.id, event, device, now);
  if (event === 'signed-in' && readKnownDevice(context, request, account) === undefined)
    await insertLetter(
      connection,
      writeNewDeviceMail(readMailSender(context, request), account.email, device, now),
      now,
    );
  return {
    token: deriveCsrfToken(context, secret),
    setCookies: () => {
      setSessionCookie(context, reply, secret, remember);
      rememberDevice(context, request, reply, account);
    },
  };
};

const getBearerToken = (request: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];

/**
 * Authenticates a request by its session cookie; unsafe methods also need the CSRF token. Returns undefined for guests.
 * @throws {ShopError} UNAUTHENTICATED if there is a token without a session, or an unsafe request without a valid
 * token.
 */
export const readSession = async (
  context: Pick<AppContext, 'database' | 'clock' | 'config'>,
  request: FastifyRequest,
): Promise<Session | undefined> => {
  const secret = readSessionCookie(context, request);
  const bearer = getBearerToken(request);
  if (secret === undefined) {
    if (bearer !== undefined) throw new ShopError('UNAUTHENTICATED');
    return undefined;
  }
  const now = context.clock.now();
  const session = await findLiveSession(context.database, hashSecret(secret), now, getIdleCutoff(now));
  if (!session) {
    if (bearer !== undefined) throw new ShopError('UNAUTHENTICATED');
    return undefined;
  }
  const needsToken = !SAFE_METHODS.has(request.method);
  if (bearer === undefined ? needsToken : !verifyHmac(context.config, bearer, 'token', secret))
    throw new ShopError('UNAUTHENTICATED');
  if (session.lastSeenAt < addMs(now, -TOUCH_INTERVAL_MS)) await touchSession(context.database, session.id, now);
  return { accountId: session.accountId, sessionId: session.id, secret, remembered: session.remembered };
};

/** Authenticates a request and clears the cookie of an expired session. @throws {ShopError} UNAUTHENTICATED. */
export const requireSession = async (
  context: Pick<AppContext, 'database' | 'clock' | 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session> => {
  const session = await readSession(context, request);
  if (session) return session;
  if (readSessionCookie(context, request) !== undefined) clearSessionCookie(context, reply);
  throw new ShopError('UNAUTHENTICATED');
};
