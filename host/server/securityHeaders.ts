import { buildSecurityHeaders } from '@shop/server-kit/http/securityHeaders';

const DIRECTIVES = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

const allowFrames = (mapUrl: string | undefined): string[] => (mapUrl ? [`frame-src ${new URL(mapUrl).origin}`] : []);

/** Content security policy for a page with these styles in it, whose map can be loaded from `mapUrl`. */
export const buildPagePolicy = (mapUrl: string | undefined, styleHashes: readonly string[] = []): string =>
  [
    ...DIRECTIVES,
    ...(styleHashes.length > 0 ? [`style-src 'self' ${styleHashes.join(' ')}`] : []),
    ...allowFrames(mapUrl),
  ].join('; ');

/**
 * Content security policy for a page with a remote of a local dev server: allows its scripts, injected styles and hot
 * updates.
 */
export const buildDevServerPolicy = (origins: readonly string[], mapUrl: string | undefined): string => {
  const sources = ["'self'", ...origins].join(' ');
  const sockets = origins.map((origin) => origin.replace('http', 'ws')).join(' ');
  // Development builds use eval for fast source maps.
  return [
    ...DIRECTIVES.filter((directive) => !directive.startsWith('img-src')),
    ...allowFrames(mapUrl),
    `script-src ${sources} 'unsafe-eval'`,
    `style-src ${sources} 'unsafe-inline'`,
    `connect-src ${sources} ${sockets}`,
    `font-src ${sources}`,
    `img-src ${sources} data:`,
  ].join('; ');
};

/** No inline code, framing or sniffing (security.md 3.6). */
export const SECURITY_HEADERS = buildSecurityHeaders({
  contentSecurityPolicy: buildPagePolicy(undefined),
  referrerPolicy: 'strict-origin-when-cross-origin',
});
