import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { escapeHtml } from '../../http/escapeHtml';
import { findNewestMails, type MailboxEntry } from './mailsRepository';

const renderMail = ({ to, subject, text }: MailboxEntry): string =>
  `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}</p><pre>${escapeHtml(text)}</pre></article><hr>`;

const renderMailbox = (mails: readonly MailboxEntry[]): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox</title></head><body><main><h1>Mailbox</h1><p>Every mail the shop would have sent, newest first.</p>
${mails.map(renderMail).join('') || '<p>No mail yet.</p>'}</main></body></html>`;

/** The embedded mailbox, which is registered in development only. */
export const mailboxRoutes = (app: FastifyInstance, database: Database): void => {
  const hidden = { config: { auth: 'anyone' }, schema: { hide: true } } as const;
  app.get('/api/dev/mailbox.json', hidden, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await findNewestMails(database)),
  );
  app.get('/api/dev/mailbox', hidden, async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(renderMailbox(await findNewestMails(database))),
  );
};
