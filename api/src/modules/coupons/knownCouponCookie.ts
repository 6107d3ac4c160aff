import type { FastifyReply, FastifyRequest } from 'fastify';

const COOKIE = 'coupon';
const WEEK_S = 604_800;

/** Reads the code that this browser found last, from a signed cookie. */
export const readKnownCoupon = (request: FastifyRequest): string | undefined => {
  const { valid, value } = request.unsignCookie(request.cookies[COOKIE] ?? '');
  return valid ? value : undefined;
};

export const rememberCoupon = (reply: FastifyReply, code: string, secure: boolean): void => {
  reply.setCookie(COOKIE, code, {
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    path: '/api',
    maxAge: WEEK_S,
    secure,
  });
};
