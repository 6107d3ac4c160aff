import type { FastifyInstance } from 'fastify';

const ONE_YEAR_S = 31_536_000;

interface Policies {
  readonly contentSecurityPolicy: string;
  readonly referrerPolicy: string;
}

/** The security headers that every response of a server has (security.md 3.6). Unused browser features are disabled. */
export const buildSecurityHeaders = ({ contentSecurityPolicy, referrerPolicy }: Policies) =>
  ({
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': referrerPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  }) as const;

/**
 * Adds the headers to every response, except those that a route or an upstream server has set. Responses that Fastify
 * sends without hooks (invalid URLs, malformed requests) must set them themselves.
 * @param https True behind TLS: browsers may stay on https. Subdomains are not ours to decide about.
 */
export const addSecurityHeaders = (
  app: FastifyInstance,
  headers: Readonly<Record<string, string>>,
  { https }: { readonly https: boolean },
): void => {
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(headers)) {
      if (!reply.hasHeader(name) && !reply.raw.hasHeader(name)) reply.header(name, value);
    }
    // Responses are not stored unless their route says so.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (https) reply.header('strict-transport-security', `max-age=${ONE_YEAR_S}`);
  });
};
