import fastifyCookie from '@fastify/cookie';
import { endSessions, findBearer, findBearerByName, signText, verifyText, type Bearer } from '@shop/registry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie } from '../readCookie';
import type { ReleaseServices } from '../releases/releaseServices';

const COOKIE = 'federation_session';
const PURPOSE = 'federation session';
const SESSION_HOURS = 8;
const HOUR_MS = 3_600_000;
/** How long after a sign-in changes can be made without another one. */
const FRESH_MS = 5 * 60_000;

type Keys = Pick<ReleaseServices, 'registry' | 'signingKey'>;

interface Session {
  readonly bearer: Bearer;
  /** True shortly after the sign-in, when changes can be made. */
  readonly isFresh: boolean;
}

/** Includes the token's own key, so that sessions end when the token is revoked. */
const deriveKey = async ({ signingKey }: Keys, bearer: Bearer): Promise<string> =>
  `${await signingKey()} ${bearer.key}`;

/**
 * Sessions at /federation. `origin` is that of its own host; over https, the cookie is bound to it. Without one, the
 * cookie is sent below /federation only.
 */
export const openSessions = (keys: Keys, origin: string | undefined) => {
  const isBound = origin?.startsWith('https:') ?? false;
  const name = isBound ? `__Host-${COOKIE}` : COOKIE;

  const setCookie = (request: FastifyRequest, reply: FastifyReply, value: string, seconds: number): void => {
    const options = { maxAge: seconds, sameSite: 'strict', httpOnly: true } as const;
    const path = isBound ? '/' : '/federation';
    const secure = isBound || request.protocol === 'https';
    reply.header('set-cookie', fastifyCookie.serialize(name, value, { ...options, path, secure }));
  };

  const read = async (request: FastifyRequest): Promise<Session | undefined> => {
    const value = readCookie(request.headers.cookie, name);
    const bearer = value === undefined ? undefined : await findBearerByName(keys.registry, value.split('~')[0] ?? '');
    if (!bearer) return undefined;
    const now = new Date();
    const signed = verifyText(await deriveKey(keys, bearer), PURPOSE, value ?? '', now)?.split('~');
    if (signed?.length !== 2 || signed[0] !== bearer.name) return undefined;
    return { bearer, isFresh: now.getTime() - Number(signed[1]) < FRESH_MS };
  };

  const end = (request: FastifyRequest, reply: FastifyReply): void => setCookie(request, reply, '', 0);

  return {
    /** Returns the session of the signed-in user, or undefined. */
    read,
    /** Starts a session for a valid token, and returns its holder. Returns undefined for an invalid one. */
    async start(request: FastifyRequest, reply: FastifyReply, token: string): Promise<Bearer | undefined> {
      const bearer = await findBearer(keys.registry, token);
      if (!bearer) return undefined;
      const now = Date.now();
      const until = new Date(now + SESSION_HOURS * HOUR_MS);
      const signed = signText(await deriveKey(keys, bearer), PURPOSE, `${bearer.name}~${now}`, until);
      setCookie(request, reply, signed, (SESSION_HOURS * HOUR_MS) / 1_000);
      return bearer;
    },
    end,
    /** Ends all sessions of the signed-in user in every browser. Does nothing without a session. */
    async endAll(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const session = await read(request);
      if (session) await endSessions(keys.registry, session.bearer.name);
      end(request, reply);
    },
  };
};
