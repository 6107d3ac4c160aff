import type { FastifyReply } from 'fastify';
import type { DevServerError } from './DevServerError';

const BAD_GATEWAY = 502;
const REFRESH_INTERVAL_S = 2;

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * Sends the compiler's message and links back to the live releases. The page refreshes itself, so the remote appears
 * once it compiles.
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
        `<h1>${escapeText(message)}</h1><pre>${escapeText(detail)}</pre><p>Only this browser sees this page. It refreshes until the problem is fixed.</p><ul>${liveLinks.join('')}</ul>`,
        '</body></html>',
      ].join(''),
    );
};
