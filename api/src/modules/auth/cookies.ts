import { SESSION_COOKIE } from '@shop/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readSignedCookie } from '../../http/readSignedCookie';
import type { Account } from './accountsRepository';
import { createSecret, verifyHmac, hmac, type AuthSecrets } from '../../secrets';

interface CookieContext {
  readonly config: AuthSecrets & { readonly publicUrl: string };
}

const THIRTY_DAYS_S = 2_592_000;
const ONE_YEAR_S = 31_536_000;
const TEN_MINUTES_S = 600;

const isSecure = ({ config }: CookieContext): boolean => config.publicUrl.startsWith('https:');

/** Adds the `__Host-` prefix, which binds a cookie to this origin. Browsers accept it over TLS only. */
const buildCookieName = (context: CookieContext, name: string): string => (isSecure(context) ? `__Host-${name}` : name);
const getCookieOptions = (context: CookieContext) => ({ path: '/', httpOnly: true, secure: isSecure(context) });

export const readSessionCookie = (context: CookieContext, request: FastifyRequest): string | undefined =>
  request.cookies[buildCookieName(context, SESSION_COOKIE)];

/**
 * Sets the session cookie, and a readable hint for scripts on pages that the server could not render. The hint proves
 * nothing.
 */
export const setSessionCookie = (
  context: CookieContext,
  reply: FastifyReply,
  secret: string,
  remembered: boolean,
): void => {
  const lifetime = remembered ? { maxAge: THIRTY_DAYS_S } : {};
  reply.setCookie(buildCookieName(context, SESSION_COOKIE), secret, {
    ...getCookieOptions(context),
    sameSite: 'lax',
    ...lifetime,
  });
  reply.setCookie('signed_in', '1', { path: '/', sameSite: 'lax', secure: isSecure(context), ...lifetime });
};

export const clearSessionCookie = (context: CookieContext, reply: FastifyReply): void => {
  reply.clearCookie(buildCookieName(context, SESSION_COOKIE), { ...getCookieOptions(context), sameSite: 'lax' });
  reply.clearCookie('signed_in', { path: '/', sameSite: 'lax', secure: isSecure(context) });
};

/** The state of a sign-in with Google, signed. SameSite is Lax because Google redirects back by a navigation. */
export const readFlowCookie = (context: CookieContext, request: FastifyRequest): string | undefined =>
  readSignedCookie(request, buildCookieName(context, 'google_flow'), /^[\w-]+$/);
export const setFlowCookie = (context: CookieContext, reply: FastifyReply, value: string): void => {
  reply.setCookie(buildCookieName(context, 'google_flow'), value, {
    ...getCookieOptions(context),
    signed: true,
    sameSite: 'lax',
    maxAge: TEN_MINUTES_S,
  });
};
export const clearFlowCookie = (context: CookieContext, reply: FastifyReply): void => {
  reply.clearCookie(buildCookieName(context, 'google_flow'), { ...getCookieOptions(context), sameSite: 'lax' });
};

export const readGrantCookie = (context: CookieContext, request: FastifyRequest): string | undefined =>
  request.cookies[buildCookieName(context, 'rst')];
export const setGrantCookie = (context: CookieContext, reply: FastifyReply, secret: string): void => {
  reply.setCookie(buildCookieName(context, 'rst'), secret, {
    ...getCookieOptions(context),
    sameSite: 'strict',
    maxAge: TEN_MINUTES_S,
  });
};
export const clearGrantCookie = (context: CookieContext, reply: FastifyReply): void => {
  reply.clearCookie(buildCookieName(context, 'rst'), { ...getCookieOptions(context), sameSite: 'strict' });
};

/** An account and its device epoch, for which a device can have a proof. */
type DeviceOwner = Pick<Account, 'id' | 'deviceEpoch'>;

const getProofParts = ({ id, deviceEpoch }: DeviceOwner): readonly string[] =>
  deviceEpoch === 0 ? [id] : [id, String(deviceEpoch)];
/** Stands for any account of the shop. */
const ANY_ACCOUNT: DeviceOwner = { id: '', deviceEpoch: 0 };
/** Enough for a household that shares a browser. */
const MAX_ACCOUNTS_PER_DEVICE = 6;

const readDevice = (
  context: CookieContext,
  request: FastifyRequest,
): { readonly device: string; readonly proofs: readonly string[] } => {
  const [device = '', ...proofs] = (request.cookies[buildCookieName(context, 'dev')] ?? '').split(
    '.',
    MAX_ACCOUNTS_PER_DEVICE + 2,
  );
  return { device, proofs };
};

/** Returns the device's id if this account has signed in on it since its known devices were last revoked. */
export const readKnownDevice = (
  context: CookieContext,
  request: FastifyRequest,
  owner: DeviceOwner,
): string | undefined => {
  const { device, proofs } = readDevice(context, request);
  if (device === '') return undefined;
  return proofs.some((proof) => verifyHmac(context.config, proof, 'device', device, ...getProofParts(owner)))
    ? device
    : undefined;
};

/** Returns the device's id if any account has signed in on it. */
export const readDeviceOfAnyAccount = (context: CookieContext, request: FastifyRequest): string | undefined =>
  readKnownDevice(context, request, ANY_ACCOUNT);

/**
 * Marks this device as known to the account, so that failures elsewhere do not lock out the owner (security.md 1.5).
 */
export const rememberDevice = (
  context: CookieContext,
  request: FastifyRequest,
  reply: FastifyReply,
  owner: DeviceOwner,
): void => {
  const known = readDeviceOfAnyAccount(context, request);
  const device = known ?? createSecret();
  const buildProof = (whose: DeviceOwner): string =>
    hmac(context.config.authSecret, 'device', device, ...getProofParts(whose));
  const own = [buildProof(ANY_ACCOUNT), buildProof(owner)];
  const others =
    known === undefined
      ? []
      : readDevice(context, request)
          .proofs.filter((proof) => !own.includes(proof))
          .slice(0, MAX_ACCOUNTS_PER_DEVICE - 1);
  reply.setCookie(buildCookieName(context, 'dev'), [device, ...own, ...others].join('.'), {
    ...getCookieOptions(context),
    sameSite: 'lax',
    maxAge: ONE_YEAR_S,
  });
};
