import type { FastifyRequest } from 'fastify';

/** Where a request comes from, which decides what it may see of a dev server. */
export interface RequestOrigin {
  /** Sent by a browser on this machine, under a local hostname. */
  readonly isLocal: boolean;
  /** Initiated by a link, form or script of another site. */
  readonly isCrossSite: boolean;
  /** Made by code of a page, by fetch() or a frame, and not by opening the address. */
  readonly isByCode: boolean;
}

const LOCAL_HOSTNAMES = new Set(['localhost', 'admin.localhost', '127.0.0.1', '[::1]']);
const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.|^::1$/;

/**
 * Rejects foreign hostnames that resolve to this machine (DNS rebinding). Another port counts as another site, because
 * it may serve untrusted pages.
 */
export const readRequestOrigin = ({
  hostname,
  ip,
  socket,
  headers,
}: Pick<FastifyRequest, 'hostname' | 'ip' | 'socket' | 'headers'>): RequestOrigin => {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination = 'document' } = headers;
  return {
    isLocal:
      LOCAL_HOSTNAMES.has(hostname.replace(/:\d+$/, '')) &&
      LOOPBACK_ADDRESS.test(ip) &&
      LOOPBACK_ADDRESS.test(socket.remoteAddress ?? ''),
    isCrossSite: site !== undefined && site !== 'none' && site !== 'same-origin',
    // The shop's service worker repeats a form's request, whose destination is then empty. No code can send this mode.
    isByCode: mode !== undefined && (mode !== 'navigate' || !['document', 'empty'].includes(String(destination))),
  };
};
