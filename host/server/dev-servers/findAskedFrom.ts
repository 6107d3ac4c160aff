import type { FastifyRequest } from 'fastify';

/** Where a page is asked for: what may be shown of a dev server depends on it. */
export interface AskedFrom {
  /** By a browser on this machine, under this machine's own name. */
  readonly isThisMachine: boolean;
  /** By a link, a form or a script of a page that is not the shop's. */
  readonly isAnotherSite: boolean;
}

const OWN_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);
const OWN_ADDRESS = /^(?:::ffff:)?127\.|^::1$/;

/**
 * A name that leads to this machine by somebody else's DNS is not its own. Another port is another site: what listens
 * there may show pages of strangers.
 */
export const findAskedFrom = ({
  hostname,
  ip,
  socket,
  headers,
}: Pick<FastifyRequest, 'hostname' | 'ip' | 'socket' | 'headers'>): AskedFrom => {
  const site = headers['sec-fetch-site'];
  return {
    isThisMachine:
      OWN_NAMES.has(hostname.replace(/:\d+$/, '')) &&
      OWN_ADDRESS.test(ip) &&
      OWN_ADDRESS.test(socket.remoteAddress ?? ''),
    isAnotherSite: site !== undefined && site !== 'none' && site !== 'same-origin',
  };
};
