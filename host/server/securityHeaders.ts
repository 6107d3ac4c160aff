import { buildSecurityHeaders } from '@shop/server-kit/http/securityHeaders';

const DIRECTIVES = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

const allowFrames = (urls: readonly (string | undefined)[], others: readonly string[] = []): string[] => {
  const sources = [...urls.flatMap((url) => (url === undefined ? [] : [new URL(url).origin])), ...others];
  return sources.length > 0 ? [`frame-src ${sources.join(' ')}`] : [];
};

/** Source expressions of what is in a page. */
export interface InlineSources {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const allowInline = (directive: string, sources: readonly string[]): string[] =>
  sources.length > 0 ? [`${directive} 'self' ${sources.join(' ')}`] : [];

/** Which other origins frame a page, and which it frames. */
interface Framing {
  /** The page of a draft, which the back office shows. */
  readonly by?: string | undefined;
  /** The shop's pages, in the back office. */
  readonly of?: string | undefined;
}

/** Content security policy for a page whose map can be loaded from `mapUrl`. */
export const buildPagePolicy = (
  mapUrl: string | undefined,
  { scripts, styles }: InlineSources = { scripts: [], styles: [] },
  framing: Framing = {},
): string =>
  [
    ...DIRECTIVES.map((directive) =>
      framing.by !== undefined && directive.startsWith('frame-ancestors')
        ? `frame-ancestors ${new URL(framing.by).origin}`
        : directive,
    ),
    ...allowInline('script-src', scripts),
    ...allowInline('style-src', styles),
    // The back office frames its own previews of mails, too.
    ...allowFrames([mapUrl, framing.of], framing.of === undefined ? [] : ["'self'"]),
  ].join('; ');

/**
 * Content security policy for a page with a remote of a local dev server: allows its scripts, injected styles and hot
 * updates.
 */
export const buildDevServerPolicy = (
  origins: readonly string[],
  mapUrl: string | undefined,
  scripts: readonly string[],
): string => {
  const sources = ["'self'", ...origins].join(' ');
  const sockets = origins.map((origin) => origin.replace('http', 'ws')).join(' ');
  // Development builds use eval for fast source maps.
  return [
    ...DIRECTIVES.filter((directive) => !directive.startsWith('img-src')),
    ...allowFrames([mapUrl]),
    `script-src ${[sources, ...scripts].join(' ')} 'unsafe-eval'`,
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
