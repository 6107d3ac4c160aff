import type { FastifyReply, FastifyRequest } from 'fastify';
import { readSignedCookie } from '../../http/readSignedCookie';

const COOKIE = 'coupon';
const WEEK_S = 604_800;
const CODE = /^.{1,64}$/;

/** Reads the code that this browser found last, from a signed cookie. */
export const readKnownCoupon = (request: FastifyRequest): string | undefined => readSignedCookie(request, COOKIE, CODE);

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
