import type { FastifyRequest } from 'fastify';

/** Where a page is asked for: what may be shown of a dev server depends on it. */
export interface RequestOrigin {
  /** By a browser on this machine, under this machine's own name. */
  readonly isLocal: boolean;
  /** By a link, a form or a script of a page that is not the shop's. */
  readonly isCrossSite: boolean;
}

const LOCAL_HOSTNAMES = new Set(['localhost', '127.0.0.1', '[::1]']);
const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.|^::1$/;

/**
 * A name that leads to this machine by somebody else's DNS is not its own. Another port is another site: what listens
 * there may show pages of strangers.
 */
export const readRequestOrigin = ({
  hostname,
  ip,
  socket,
  headers,
}: Pick<FastifyRequest, 'hostname' | 'ip' | 'socket' | 'headers'>): RequestOrigin => {
  const site = headers['sec-fetch-site'];
  return {
    isLocal:
      LOCAL_HOSTNAMES.has(hostname.replace(/:\d+$/, '')) &&
      LOOPBACK_ADDRESS.test(ip) &&
      LOOPBACK_ADDRESS.test(socket.remoteAddress ?? ''),
    isCrossSite: site !== undefined && site !== 'none' && site !== 'same-origin',
  };
};
