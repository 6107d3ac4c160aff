import { buildSecurityHeaders } from '@shop/server-kit/http/securityHeaders';

/** Responses of the API may not run scripts, load resources or be framed (security.md 3.6). */
export const SECURITY_HEADERS = buildSecurityHeaders({
  contentSecurityPolicy:
    "default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  referrerPolicy: 'no-referrer',
});
