/**
 * Who may see a page that was made of these answers: `everybody` where each of them says so itself (Cache-Control),
 * `asker` where one is somebody's own, `incomplete` where one failed and the page lacks a part.
 */
export type Audience = 'public' | 'private' | 'incomplete';

const SERVER_ERROR = 500;

const audienceOf = (answer: Response): Audience => {
  if (answer.status >= SERVER_ERROR) return 'incomplete';
  return /(?:^|[\s,])public(?:[\s,]|$)/.test(answer.headers.get('cache-control') ?? '') ? 'public' : 'private';
};

/** A fetch that remembers whom its answers were for. */
export const watchAnswers = (
  send: typeof fetch = globalThis.fetch,
): { readonly fetch: typeof fetch; audience(): Audience } => {
  const seen = new Set<Audience>();
  return {
    async fetch(...call) {
      try {
        const answer = await send(...call);
        seen.add(audienceOf(answer));
        return answer;
      } catch (error) {
        seen.add('incomplete');
        throw error;
      }
    },
    audience: () => (seen.has('private') ? 'private' : seen.has('incomplete') ? 'incomplete' : 'public'),
  };
};
