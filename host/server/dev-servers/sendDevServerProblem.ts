import type { FastifyReply } from 'fastify';
import type { DevServerError } from './DevServerError';

const BAD_GATEWAY = 502;
const REFRESH_INTERVAL_S = 2;

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * Why the page is not shown, as the compiler says it, and the way back. The page asks again by itself: once it
 * compiles, the remote is there.
 */
export const sendDevServerProblem = (
  reply: FastifyReply,
  { message, detail }: DevServerError,
  remotes: readonly string[],
): FastifyReply => {
  const liveLinks = remotes.map((remote) => `<li><a href="?remote.${remote}=live">Back to the live ${remote}</a></li>`);
  return reply
    .code(BAD_GATEWAY)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      [
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="${REFRESH_INTERVAL_S}">`,
        `<title>${escapeText(message)}</title></head><body>`,
        `<h1>${escapeText(message)}</h1><pre>${escapeText(detail)}</pre><p>This browser alone sees this. The page comes by itself once that is mended.</p><ul>${liveLinks.join('')}</ul>`,
        '</body></html>',
      ].join(''),
    );
};
