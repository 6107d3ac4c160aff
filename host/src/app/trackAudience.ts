/**
 * Who may see a page made from API responses: `public` if all of them are public (Cache-Control), `private` if one is
 * not, `incomplete` if one failed and the page lacks a part.
 */
export type Audience = 'public' | 'private' | 'incomplete';

const SERVER_ERROR = 500;

const getAudience = (response: Response): Audience => {
  if (response.status >= SERVER_ERROR) return 'incomplete';
  return /(?:^|[\s,])public(?:[\s,]|$)/.test(response.headers.get('cache-control') ?? '') ? 'public' : 'private';
};

/** Wraps fetch and derives the page's audience from the responses. */
export const trackAudience = (
  send: typeof fetch = globalThis.fetch,
): { readonly fetch: typeof fetch; audience(): Audience } => {
  const seen = new Set<Audience>();
  return {
    async fetch(...call) {
      try {
        const response = await send(...call);
        seen.add(getAudience(response));
        return response;
      } catch (error) {
        seen.add('incomplete');
        throw error;
      }
    },
    audience: () => (seen.has('private') ? 'private' : seen.has('incomplete') ? 'incomplete' : 'public'),
  };
};
