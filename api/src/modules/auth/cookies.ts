import { SESSION_COOKIE } from '@shop/shared/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createSecret, equalInConstantTime, keyedHash } from './secrets';

interface CookieWorld {
  readonly config: { readonly publicUrl: string; readonly authSecret: string };
}

const THIRTY_DAYS_S = 2_592_000;
const ONE_YEAR_S = 31_536_000;
const TEN_MINUTES_S = 600;

const isSecure = ({ config }: CookieWorld): boolean => config.publicUrl.startsWith('https:');

/** `__Host-` keeps a cookie to this origin, but browsers take it over TLS only: on http it has its plain name. */
const hostName = (world: CookieWorld, name: string): string => (isSecure(world) ? `__Host-${name}` : name);
const common = (world: CookieWorld) => ({ path: '/', httpOnly: true, secure: isSecure(world) });

export const readSessionCookie = (world: CookieWorld, request: FastifyRequest): string | undefined => request.cookies[hostName(world, SESSION_COOKIE)];

/**
 * The session's secret; and beside it a hint that there is one, for scripts of a page that the server could not render.
 * The hint proves nothing.
 */
export const setSessionCookie = (world: CookieWorld, reply: FastifyReply, secret: string, remembered: boolean): void => {
  const lifetime = remembered ? { maxAge: THIRTY_DAYS_S } : {};
  reply.setCookie(hostName(world, SESSION_COOKIE), secret, { ...common(world), sameSite: 'lax', ...lifetime });
  reply.setCookie('signed_in', '1', { path: '/', sameSite: 'lax', secure: isSecure(world), ...lifetime });
};

export const clearSessionCookie = (world: CookieWorld, reply: FastifyReply): void => {
  reply.clearCookie(hostName(world, SESSION_COOKIE), { ...common(world), sameSite: 'lax' });
  reply.clearCookie('signed_in', { path: '/', sameSite: 'lax', secure: isSecure(world) });
};

export const readGrantCookie = (world: CookieWorld, request: FastifyRequest): string | undefined => request.cookies[hostName(world, 'rst')];
export const setGrantCookie = (world: CookieWorld, reply: FastifyReply, secret: string): void => {
  reply.setCookie(hostName(world, 'rst'), secret, { ...common(world), sameSite: 'strict', maxAge: TEN_MINUTES_S });
};
export const clearGrantCookie = (world: CookieWorld, reply: FastifyReply): void => {
  reply.clearCookie(hostName(world, 'rst'), { ...common(world), sameSite: 'strict' });
};

const proveDevice = (world: CookieWorld, device: string, accountId: string): string => keyedHash(world.config.authSecret, 'device', device, accountId);

/** The device's own name, where this account has signed in on it before. */
export const readKnownDevice = (world: CookieWorld, request: FastifyRequest, accountId: string): string | undefined => {
  const [device = '', proof = ''] = (request.cookies[hostName(world, 'dev')] ?? '').split('.');
  return device !== '' && equalInConstantTime(proof, proveDevice(world, device, accountId)) ? device : undefined;
};

/** Remembers that this account has signed in on this device: what others fail at does not lock its owner out (SECURITY, Credential stuffing). */
export const rememberDevice = (world: CookieWorld, request: FastifyRequest, reply: FastifyReply, accountId: string): void => {
  const device = readKnownDevice(world, request, accountId) ?? createSecret();
  reply.setCookie(hostName(world, 'dev'), `${device}.${proveDevice(world, device, accountId)}`, { ...common(world), sameSite: 'lax', maxAge: ONE_YEAR_S });
};
