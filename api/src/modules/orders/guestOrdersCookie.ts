import type { FastifyReply, FastifyRequest } from 'fastify';
import { readSignedCookie } from '../../http/readSignedCookie';

const COOKIE = 'guest_orders';
const THIRTY_DAYS_S = 2_592_000;
const MAX_REMEMBERED = 10;
const NUMBERS = /^ORD-[A-Z\d-]{1,28}(\.ORD-[A-Z\d-]{1,28})*$/;

/** Reads the numbers of guest orders that this browser has placed from a signed cookie. */
export const readGuestOrders = (request: FastifyRequest): string[] =>
  readSignedCookie(request, COOKIE, NUMBERS)?.split('.') ?? [];

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
