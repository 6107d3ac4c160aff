import * as Type from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint';

const access = { staff: 'content.write' } as const;
const name = Type.String({ minLength: 1, maxLength: 64, pattern: /^[a-z-]+$/.source });
/** A storefront, and a MailKind. */
const params = Type.Object({ store: name, kind: name });

/** An example of a mail with the words that are being written, else those that are published. */
export const previewMail = defineEndpoint({
  method: 'GET',
  path: '/admin/mails/:store/:kind',
  access,
  params,
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    data: Type.Object({
      /** "Oriel", the name beside the address of the shop. */
      from: Type.String(),
      reply_to: Type.String(),
      subject: Type.String(),
      text: Type.String(),
      /** Path of the mail as a page, which is shown in a frame. */
      page: Type.String(),
    }),
  }),
  failureMessage: 'Failed to fetch the preview',
});

/** Sends the example to whoever is signed in. At most ten an hour. */
export const sendTestMail = defineEndpoint({
  method: 'POST',
  path: '/admin/mails/:store/:kind/test',
  access,
  params,
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    /** The address. */
    to: Type.String(),
  }),
  failureMessage: 'The test could not be sent.',
});
