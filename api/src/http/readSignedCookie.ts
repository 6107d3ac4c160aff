import type { FastifyRequest } from 'fastify';

/**
 * Reads a cookie that this shop signed. A signature does not cover the cookie's name, so the value must have the form
 * that this cookie's values have: undefined otherwise.
 */
export const readSignedCookie = (request: FastifyRequest, name: string, form: RegExp): string | undefined => {
  const { valid, value } = request.unsignCookie(request.cookies[name] ?? '');
  return valid && form.test(value) ? value : undefined;
};
