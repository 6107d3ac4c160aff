import crypto from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import { signText, verifyText } from '@shop/registry';
import { SESSION_COOKIE } from '@shop/contracts';
import { readCookie } from '../readCookie';
import { parseOverrides, type RequestedOverrides } from './overrides';

/** Of the back office, whose API sets it. */
const STAFF_COOKIE = 'staff';
/** Each is on one origin only. */
export const SESSION_COOKIES = [SESSION_COOKIE, STAFF_COOKIE].flatMap((name) => [`__Host-${name}`, name]);

const OVERRIDES_COOKIE = 'remote_overrides';
const PURPOSE = 'remembered overrides';
const QUESTION = 'question of a preview';
const QUESTION_MAX_AGE_MS = 30 * 60_000;
const OVERRIDES_MAX_AGE_MS = 7 * 86_400_000;
/** Not a name of a remote. */
const SESSION_FIELD = 'session';

/** The overrides that a browser remembers. */
export interface StoredOverrides {
  readonly requested: RequestedOverrides;
  /** Key of the session in which they were confirmed; undefined if they need not be. */
  readonly session: string | undefined;
}

export const hasOverridesCookie = (cookieHeader: string | undefined): boolean =>
  readCookie(cookieHeader, OVERRIDES_COOKIE) !== undefined;

const GUEST = 'guest';

/** Whether the browser has no session. */
export const isGuest = (cookieHeader: string | undefined): boolean => readSessionKey(cookieHeader) === GUEST;

/** Identifies a session, of a customer or of staff, without revealing its id. Guests share one key. */
export const readSessionKey = (cookieHeader: string | undefined): string => {
  const ids = SESSION_COOKIES.flatMap((name) => readCookie(cookieHeader, name) ?? []);
  return ids.length > 0 ? crypto.createHash('sha256').update(ids.join(' ')).digest('base64url') : GUEST;
};

/**
 * Reads remembered overrides. They are signed, because cookies ignore ports: a page of another server on this machine
 * could set them.
 */
export const readCookieOverrides = (cookieHeader: string | undefined, key: string, now: Date): StoredOverrides => {
  const signed = readCookie(cookieHeader, OVERRIDES_COOKIE) ?? '';
  return readFields(verifyText(key, PURPOSE, signed, now));
};

const writeFields = ({ requested, session }: StoredOverrides): string => {
  const fields = [...requested, ...(session === undefined ? [] : [[SESSION_FIELD, session] as const])];
  return new URLSearchParams(fields.map(([name, value]) => [name, value])).toString();
};
const readFields = (text: string | undefined): StoredOverrides => {
  const fields = new URLSearchParams(text ?? '');
  return { requested: parseOverrides(fields), session: fields.get(SESSION_FIELD) ?? undefined };
};

/** Signs what the question of a preview asks. Only who was shown the question in this session can answer it. */
export const signQuestion = (asked: StoredOverrides, key: string, now: Date): string =>
  signText(key, QUESTION, writeFields(asked), new Date(now.getTime() + QUESTION_MAX_AGE_MS));

/** Returns what was asked; nothing if it was not asked in this session, or too long ago. */
export const readQuestion = (signed: string, cookieHeader: string | undefined, key: string, now: Date) => {
  const asked = readFields(verifyText(key, QUESTION, signed, now));
  return asked.session === readSessionKey(cookieHeader) ? asked : undefined;
};

const COOKIE_OPTIONS = { path: '/', sameSite: 'lax', httpOnly: true } as const;
export const CLEAR_OVERRIDES_COOKIE = fastifyCookie.serialize(OVERRIDES_COOKIE, '', { ...COOKIE_OPTIONS, maxAge: 0 });

/** Builds the cookie: valid until the browser closes, at most a week. */
export const buildOverridesCookie = (stored: StoredOverrides, key: string, now: Date): string => {
  if (stored.requested.size === 0) return CLEAR_OVERRIDES_COOKIE;
  const signed = signText(key, PURPOSE, writeFields(stored), new Date(now.getTime() + OVERRIDES_MAX_AGE_MS));
  return fastifyCookie.serialize(OVERRIDES_COOKIE, signed, COOKIE_OPTIONS);
};
