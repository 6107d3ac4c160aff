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
 * Content security policy for a page with a remote of a local dev server: allows its scripts, injected styles and hot
 * updates.
 */
export const buildDevServerPolicy = (origins: readonly string[]): string => {
  const sources = ["'self'", ...origins].join(' ');
  const sockets = origins.map((origin) => origin.replace('http', 'ws')).join(' ');
  // Development builds use eval for fast source maps.
  return [
    ...DIRECTIVES.filter((directive) => !directive.startsWith('img-src')),
    `script-src ${sources} 'unsafe-eval'`,
    `style-src ${sources} 'unsafe-inline'`,
    `connect-src ${sources} ${sockets}`,
    `font-src ${sources}`,
    `img-src ${sources} data:`,
  ].join('; ');
};

/** No inline code, framing or sniffing (security.md 3.6). Browser features that no page uses are disabled. */
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
 * Adds the headers to every response, keeping those set by a route or the API. Responses that Fastify sends without
 * hooks get them from `protocolErrors`.
 */
export const addSecurityHeaders = (app: FastifyInstance, { production }: Site): void => {
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      if (!reply.hasHeader(name) && !reply.raw.hasHeader(name)) reply.header(name, value);
    }
    // Responses without cache headers must not be stored.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    // Production has an https PUBLIC_URL (requirePublicUrl), so browsers may stay on https. Subdomains are not ours to
    // decide about.
    if (production) reply.header('strict-transport-security', `max-age=${ONE_YEAR_S}`);
  });
};
