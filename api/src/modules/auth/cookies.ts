import { SESSION_COOKIE } from '@shop/shared/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from './accountsRepository';
import { createSecret, isKeyedHash, hmac, type AuthSecrets } from './secrets';

interface CookieContext {
  readonly config: AuthSecrets & { readonly publicUrl: string };
}

const THIRTY_DAYS_S = 2_592_000;
const ONE_YEAR_S = 31_536_000;
const TEN_MINUTES_S = 600;

const isSecure = ({ config }: CookieContext): boolean => config.publicUrl.startsWith('https:');

/** `__Host-` keeps a cookie to this origin, but browsers take it over TLS only: on http it has its plain name. */
const hostName = (context: CookieContext, name: string): string => (isSecure(context) ? `__Host-${name}` : name);
const common = (context: CookieContext) => ({ path: '/', httpOnly: true, secure: isSecure(context) });

export const readSessionCookie = (context: CookieContext, request: FastifyRequest): string | undefined =>
  request.cookies[hostName(context, SESSION_COOKIE)];

/**
 * The session's secret; and beside it a hint that there is one, for scripts of a page that the server could not render.
 * The hint proves nothing.
 */
export const setSessionCookie = (
  context: CookieContext,
  reply: FastifyReply,
  secret: string,
  remembered: boolean,
): void => {
  const lifetime = remembered ? { maxAge: THIRTY_DAYS_S } : {};
  reply.setCookie(hostName(context, SESSION_COOKIE), secret, { ...common(context), sameSite: 'lax', ...lifetime });
  reply.setCookie('signed_in', '1', { path: '/', sameSite: 'lax', secure: isSecure(context), ...lifetime });
};

export const clearSessionCookie = (context: CookieContext, reply: FastifyReply): void => {
  reply.clearCookie(hostName(context, SESSION_COOKIE), { ...common(context), sameSite: 'lax' });
  reply.clearCookie('signed_in', { path: '/', sameSite: 'lax', secure: isSecure(context) });
};

/**
 * What a sign-in with Google takes along and back, signed: it goes with the navigation that comes back from there, so
 * it is Lax.
 */
export const readFlowCookie = (context: CookieContext, request: FastifyRequest): string | undefined => {
  const { valid, value } = request.unsignCookie(request.cookies[hostName(context, 'google_flow')] ?? '');
  return valid && value ? value : undefined;
};
export const setFlowCookie = (context: CookieContext, reply: FastifyReply, value: string): void => {
  reply.setCookie(hostName(context, 'google_flow'), value, {
    ...common(context),
    signed: true,
    sameSite: 'lax',
    maxAge: TEN_MINUTES_S,
  });
};
export const clearFlowCookie = (context: CookieContext, reply: FastifyReply): void => {
  reply.clearCookie(hostName(context, 'google_flow'), { ...common(context), sameSite: 'lax' });
};

export const readGrantCookie = (context: CookieContext, request: FastifyRequest): string | undefined =>
  request.cookies[hostName(context, 'rst')];
export const setGrantCookie = (context: CookieContext, reply: FastifyReply, secret: string): void => {
  reply.setCookie(hostName(context, 'rst'), secret, { ...common(context), sameSite: 'strict', maxAge: TEN_MINUTES_S });
};
export const clearGrantCookie = (context: CookieContext, reply: FastifyReply): void => {
  reply.clearCookie(hostName(context, 'rst'), { ...common(context), sameSite: 'strict' });
};

/** The account of whoever may own a device, and how often its known devices were forgotten. */
type DeviceOwner = Pick<Account, 'id' | 'deviceEpoch'>;

const deviceProofParts = ({ id, deviceEpoch }: DeviceOwner): readonly string[] =>
  deviceEpoch === 0 ? [id] : [id, String(deviceEpoch)];
/** A device that any account of the shop has signed in on. */
const ANY_ACCOUNT: DeviceOwner = { id: '', deviceEpoch: 0 };
/** A household's accounts on one browser. */
const MAX_ACCOUNTS_PER_DEVICE = 6;

const readDevice = (
  context: CookieContext,
  request: FastifyRequest,
): { readonly device: string; readonly proofs: readonly string[] } => {
  const [device = '', ...proofs] = (request.cookies[hostName(context, 'dev')] ?? '').split(
    '.',
    MAX_ACCOUNTS_PER_DEVICE + 2,
  );
  return { device, proofs };
};

/** The device's own name, if this account has signed in on it since its known devices were last forgotten. */
export const readKnownDevice = (
  context: CookieContext,
  request: FastifyRequest,
  owner: DeviceOwner,
): string | undefined => {
  const { device, proofs } = readDevice(context, request);
  if (device === '') return undefined;
  return proofs.some((proof) => isKeyedHash(context.config, proof, 'device', device, ...deviceProofParts(owner)))
    ? device
    : undefined;
};

/** The device's own name, if any account has signed in on it. */
export const readDeviceOfAnybody = (context: CookieContext, request: FastifyRequest): string | undefined =>
  readKnownDevice(context, request, ANY_ACCOUNT);

/**
 * Remembers that this account has signed in on this device: what others fail at does not lock its owner out
 * (security.md 1.5).
 */
export const rememberDevice = (
  context: CookieContext,
  request: FastifyRequest,
  reply: FastifyReply,
  owner: DeviceOwner,
): void => {
  const known = readDeviceOfAnybody(context, request);
  const device = known ?? createSecret();
  const prove = (whose: DeviceOwner): string =>
    hmac(context.config.authSecret, 'device', device, ...deviceProofParts(whose));
  const own = [prove(ANY_ACCOUNT), prove(owner)];
  const others =
    known === undefined
      ? []
      : readDevice(context, request)
          .proofs.filter((proof) => !own.includes(proof))
          .slice(0, MAX_ACCOUNTS_PER_DEVICE - 1);
  reply.setCookie(hostName(context, 'dev'), [device, ...own, ...others].join('.'), {
    ...common(context),
    sameSite: 'lax',
    maxAge: ONE_YEAR_S,
  });
};
