import { previewMail, sendTestMail, storefronts } from '@shop/contracts';
import { isMailKind, type MailKind } from '@shop/contracts/mails';
import { findStorefrontBySlug, type StorefrontId } from '@shop/contracts/storefronts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import { insertAudit } from '../../audit/auditRepository';
import { HOUR_MS } from '../../clock';
import type { Queryable } from '../../database/Database';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import { requireWithinLimit } from '../../limits/requireWithinLimit';
import { findDocument } from '../content/documentsRepository';
import { writeExample } from './exampleLetters';
import { writeLetter } from './insertLetter';
import { insertMail, type NewMail } from './mailsRepository';

const MAX_TESTS_PER_HOUR = 10;

interface Names {
  readonly store: string;
  readonly kind: string;
}

/** @throws {ShopError} CONTENT_NOT_FOUND for a storefront or a mail that does not exist. */
const readNames = ({ store, kind }: Names): { readonly storefront: StorefrontId; readonly kind: MailKind } => {
  const storefront = findStorefrontBySlug(storefronts, store);
  if (storefront === undefined || !isMailKind(kind)) throw new ShopError('CONTENT_NOT_FOUND');
  return { storefront, kind };
};

/** The desk of the words of mails: what a mail looks like with those that are being written. */
export const mailDeskRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { database, clock, config } = context;
  const write = async (connection: Queryable, names: Names, to: string): Promise<NewMail> => {
    const { storefront, kind } = readNames(names);
    const { draft } = await findDocument(connection, { store: storefronts[storefront].slug, key: 'mails' });
    const letter = writeExample(kind, { storefront, publicUrl: config.publicUrl }, to);
    return writeLetter(connection, letter, draft ?? undefined);
  };

  route(app, previewMail, { summary: 'Returns an example of a mail with its words.', cache: 'private' })(
    async ({ params }, { staff }) => {
      const { fromName = '', replyTo = '', subject, text } = await write(database, params, staff.email);
      const page = `/api/admin/mails/${params.store}/${params.kind}/page`;
      return { status: true, message: 'Mail', data: { from: fromName, reply_to: replyTo, subject, text, page } };
    },
  );

  // The styles of a mail are in it, which the policy of the back office's pages refuses.
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src ${new URL(config.publicUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox',
  ].join('; ');
  app.get<{ Params: Names }>(
    '/api/admin/mails/:store/:kind/page',
    {
      config: { access: previewMail.access },
      schema: { hide: true, params: previewMail.params },
      onRequest: async (request, reply) => {
        request.staff = await app.requireStaff(request, reply, previewMail.access);
      },
    },
    async ({ params, staff }, reply) => {
      const { html } = await write(database, params, staff?.email ?? '');
      return reply
        .header('cache-control', 'no-store')
        .header('content-security-policy', policy)
        .type('text/html; charset=utf-8')
        .send(html);
    },
  );

  route(app, sendTestMail, { summary: 'Sends an example of a mail to whoever is signed in.', cache: 'private' })(
    async ({ params }, { staff }) => {
      readNames(params);
      const limit = { key: `test-mail:${staff.staffId}`, max: MAX_TESTS_PER_HOUR, windowMs: HOUR_MS };
      await requireWithinLimit(context, limit);
      await database.transaction(async (connection) => {
        const now = clock.now();
        const mail = await write(connection, params, staff.email);
        await insertMail(connection, { ...mail, subject: `Test: ${mail.subject}` }, now);
        await insertAudit(
          connection,
          {
            actor: staff.actor,
            action: 'content.tested',
            subject: `${params.store}/mails`,
            after: { mail: params.kind },
          },
          now,
        );
      });
      return { status: true, message: 'Sent.', to: staff.email };
    },
  );
};
