import fastifyCookie from '@fastify/cookie';

/** Returns a cookie's decoded value from the header, or undefined. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  fastifyCookie.parse(header ?? '')[name];
