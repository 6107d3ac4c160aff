import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { escapeHtml } from '../../http/escapeHtml';
import { SECURITY_HEADERS } from '../../http/securityHeaders';
import { findNewestMails, type MailboxEntry } from './mailsRepository';

/** Mails bring their styles with them. Nothing else is allowed: a frame inherits the policy of its page. */
const PAGE_POLICY = `${SECURITY_HEADERS['content-security-policy']}; style-src 'unsafe-inline'`;

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-inline-size: 48rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere }
iframe { inline-size: 600px; block-size: 40rem; max-inline-size: 100%; border: 1px solid; resize: both }
pre { white-space: pre-wrap }
`;

/** Links open in a tab of their own. Without `allow-scripts`, a mail runs nothing. */
const renderHtml = (html: string): string =>
  `<iframe title="The mail" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(html)}"></iframe>`;

const renderMail = ({ to, subject, text, html }: MailboxEntry): string =>
  `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}</p>${renderHtml(html)}
<details><summary>As text</summary><pre>${escapeHtml(text)}</pre></details></article><hr>`;

const renderMailbox = (mails: readonly MailboxEntry[]): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox</title><style>${STYLE}</style></head><body><main><h1>Mailbox</h1><p>Every mail the shop would have sent, newest first.</p>
${mails.map(renderMail).join('') || '<p>No mail yet.</p>'}</main></body></html>`;

/** The embedded mailbox, which is registered in development only. */
export const mailboxRoutes = (app: FastifyInstance, database: Database): void => {
  const hidden = { config: { access: 'anyone' }, schema: { hide: true } } as const;
  app.get('/api/dev/mailbox.json', hidden, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await findNewestMails(database)),
  );
  app.get('/api/dev/mailbox', hidden, async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send(renderMailbox(await findNewestMails(database))),
  );
};
