import type { FastifyInstance } from 'fastify';

const DIRECTIVES = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];
const CONTENT_SECURITY_POLICY = DIRECTIVES.join('; ');

/** For a page with a remote of a dev server on the visitor's own machine: its scripts, the styles they put in, its hot updates. */
export const policyWithDevServers = (origins: readonly string[]): string => {
  const sources = ["'self'", ...origins].join(' ');
  const sockets = origins.map((origin) => origin.replace('http', 'ws')).join(' ');
  // Development builds are evaluated part by part, for source maps that come at once.
  return [...DIRECTIVES.filter((directive) => !directive.startsWith('img-src')), `script-src ${sources} 'unsafe-eval'`, `style-src ${sources} 'unsafe-inline'`, `connect-src ${sources} ${sockets}`, `font-src ${sources}`, `img-src ${sources} data:`].join('; ');
};

/** On every answer: no inline code, no framing, no sniffing (SECURITY, Headers). */
export const securityHeaders = (app: FastifyInstance): void => {
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    reply.header('cross-origin-opener-policy', 'same-origin');
  });
};
