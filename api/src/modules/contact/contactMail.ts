import type { ContactMessage } from '@shop/contracts';
import { escapeHtml } from '../../http/escapeHtml';
import type { NewMail } from '../mail/mailsRepository';

/** Begins the subject of what is forwarded. */
export const CONTACT_SUBJECT = 'Contact: ';

/** Builds the mail that forwards a contact message to support. Replies go to the visitor. */
export const writeContactMail = (
  supportEmail: string,
  { store, name, email, subject, message }: ContactMessage,
): NewMail => {
  const head = [`From: ${name} <${email}>`, `Store: ${store}`];
  const body = message.trim() === '' ? '(no message)' : message.trim();
  return {
    to: supportEmail,
    replyTo: email,
    subject: CONTACT_SUBJECT + subject,
    text: [...head, '', body].join('\n'),
    html: `<p>${head.map(escapeHtml).join('<br>')}</p><p>${escapeHtml(body).replaceAll('\n', '<br>')}</p>`,
  };
};
