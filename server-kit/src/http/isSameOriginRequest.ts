import type { FastifyRequest } from 'fastify';

/**
 * Whether a request comes from the site's own pages or from a client other than a browser (security.md 3.1). Browsers
 * send `Sec-Fetch-Site`; older ones at least `Origin` with unsafe requests.
 */
export const isSameOriginRequest = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  isOwnOrigin: (origin: string) => boolean,
): boolean => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin === undefined || isOwnOrigin(headers.origin);
};
