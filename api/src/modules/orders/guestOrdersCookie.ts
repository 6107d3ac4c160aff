import type { FastifyReply, FastifyRequest } from 'fastify';

const COOKIE = 'guest_orders';
const THIRTY_DAYS_S = 2_592_000;
const MAX_REMEMBERED = 10;

/** Reads the numbers of guest orders that this browser has placed from a signed cookie. */
export const readGuestOrders = (request: FastifyRequest): string[] => {
  const raw = request.cookies[COOKIE];
  if (raw === undefined) return [];
  const { valid, value } = request.unsignCookie(raw);
  return valid && value ? value.split('.') : [];
};

export const rememberGuestOrder = (
  request: FastifyRequest,
  reply: FastifyReply,
  number: string,
  secure: boolean,
): void => {
  const numbers = [number, ...readGuestOrders(request).filter((known) => known !== number)].slice(0, MAX_REMEMBERED);
  reply.setCookie(COOKIE, numbers.join('.'), {
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    maxAge: THIRTY_DAYS_S,
    secure,
  });
};
