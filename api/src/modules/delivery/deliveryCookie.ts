import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const COOKIE = 'delivery';
const TOKEN = /^[\w-]{22}$/;
const DAY_S = 86_400;

/** Returns what a browser's place is held under; '' if it holds none. */
export const readHolder = ({ cookies }: FastifyRequest): string => {
  const token = cookies[COOKIE];
  return token !== undefined && TOKEN.test(token) ? createHash('sha256').update(token).digest('base64url') : '';
};

/** Returns what the browser's places are held under from now on. */
export const openHolder = (request: FastifyRequest, reply: FastifyReply, secure: boolean): string => {
  const holder = readHolder(request);
  if (holder !== '') return holder;
  const token = randomBytes(16).toString('base64url');
  reply.setCookie(COOKIE, token, { httpOnly: true, sameSite: 'lax', path: '/api', maxAge: DAY_S, secure });
  return createHash('sha256').update(token).digest('base64url');
};
