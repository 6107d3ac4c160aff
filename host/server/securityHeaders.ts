import type { FastifyInstance } from 'fastify';
import type { HostConfig } from './config';

const DIRECTIVES = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];
const CONTENT_SECURITY_POLICY = DIRECTIVES.join('; ');

/**
 * For a page with a remote of a dev server on the visitor's own machine: its scripts, the styles they put in, its hot
 * updates.
 */
export const buildDevServerPolicy = (origins: readonly string[]): string => {
  const sources = ["'self'", ...origins].join(' ');
  const sockets = origins.map((origin) => origin.replace('http', 'ws')).join(' ');
  // Development builds are evaluated part by part, for source maps that come at once.
  return [
    ...DIRECTIVES.filter((directive) => !directive.startsWith('img-src')),
    `script-src ${sources} 'unsafe-eval'`,
    `style-src ${sources} 'unsafe-inline'`,
    `connect-src ${sources} ${sockets}`,
    `font-src ${sources}`,
    `img-src ${sources} data:`,
  ].join('; ');
};

/**
 * No inline code, no framing, no sniffing (security.md 3.6); what a page does not use is off, whatever gets into it.
 */
export const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

const ONE_YEAR_S = 31_536_000;

type Site = Pick<HostConfig, 'production'>;

/**
 * On every answer, with those that a route or the API behind it chose itself; what Fastify answers without hooks has
 * them from `protocolErrors`.
 */
export const addSecurityHeaders = (app: FastifyInstance, { production }: Site): void => {
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      if (!reply.hasHeader(name) && !reply.raw.hasHeader(name)) reply.header(name, value);
    }
    // What does not say how long it may be kept is kept nowhere.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    // Production has an https PUBLIC_URL (requirePublicUrl): browsers stay with it. Subdomains are not the shop's to
    // decide about.
    if (production) reply.header('strict-transport-security', `max-age=${ONE_YEAR_S}`);
  });
};
