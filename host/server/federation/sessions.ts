import fastifyCookie from '@fastify/cookie';
import { endSessions, findBearer, findBearerByName, signText, verifyText, type Bearer } from '@shop/registry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie } from '../readCookie';
import type { ReleaseServices } from '../releases/releaseServices';

const COOKIE = 'federation_session';
const PURPOSE = 'federation session';
const SESSION_HOURS = 8;
const HOUR_MS = 3_600_000;

type Keys = Pick<ReleaseServices, 'registry' | 'signingKey'>;

/** Includes the token's own key, so that sessions end when the token is revoked. */
const deriveKey = async ({ signingKey }: Keys, bearer: Bearer): Promise<string> =>
  `${await signingKey()} ${bearer.key}`;

const setSessionCookie = (request: FastifyRequest, reply: FastifyReply, value: string, seconds: number): void => {
  const options = { path: '/federation', maxAge: seconds, sameSite: 'strict', httpOnly: true } as const;
  reply.header(
    'set-cookie',
    fastifyCookie.serialize(COOKIE, value, { ...options, secure: request.protocol === 'https' }),
  );
};

/** Returns the signed-in bearer, or undefined. */
export const readSession = async (keys: Keys, request: FastifyRequest): Promise<Bearer | undefined> => {
  const value = readCookie(request.headers.cookie, COOKIE);
  const bearer = value === undefined ? undefined : await findBearerByName(keys.registry, value.split('~')[0] ?? '');
  return bearer && verifyText(await deriveKey(keys, bearer), PURPOSE, value ?? '', new Date()) === bearer.name
    ? bearer
    : undefined;
};

/** Starts a session for a valid token. Returns false for an invalid one. */
export const startSession = async (
  keys: Keys,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<boolean> => {
  const bearer = await findBearer(keys.registry, token);
  if (!bearer) return false;
  setSessionCookie(
    request,
    reply,
    signText(await deriveKey(keys, bearer), PURPOSE, bearer.name, new Date(Date.now() + SESSION_HOURS * HOUR_MS)),
    (SESSION_HOURS * HOUR_MS) / 1_000,
  );
  return true;
};

export const endSession = (request: FastifyRequest, reply: FastifyReply): void =>
  setSessionCookie(request, reply, '', 0);

/** Ends all sessions of the signed-in user in every browser. Does nothing without a session. */
export const endAllSessions = async (keys: Keys, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const bearer = await readSession(keys, request);
  if (bearer) await endSessions(keys.registry, bearer.name);
  endSession(request, reply);
};
