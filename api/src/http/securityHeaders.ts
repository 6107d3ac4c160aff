import type { FastifyInstance } from 'fastify';

/** Responses of the API may not run scripts, load resources or be framed (security.md 3.6). */
export const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

const ONE_YEAR_S = 31_536_000;

interface Site {
  readonly production: boolean;
  readonly publicUrl: string;
}

/** Sets the headers on every response; `protocolErrors` sets them where Fastify runs no hooks. */
export const securityHeaders = (app: FastifyInstance, { production, publicUrl }: Site): void => {
  const isBehindTls = production && new URL(publicUrl).protocol === 'https:';
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(SECURITY_HEADERS);
    // Responses are not cached unless their route says so.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (isBehindTls) reply.header('strict-transport-security', `max-age=${ONE_YEAR_S}`);
  });
};
