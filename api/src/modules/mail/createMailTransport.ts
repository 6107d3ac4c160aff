import { createTransport } from 'nodemailer';
import type { QueuedMail } from './mailsRepository';

type OutgoingMail = Pick<QueuedMail, 'to' | 'fromName' | 'replyTo' | 'subject' | 'text' | 'html'>;

export interface MailTransport {
  /** True for the embedded mailbox, which reads mails from the database, so that their bodies must be kept. */
  readonly retainsMails: boolean;
  deliver(mail: OutgoingMail): Promise<void>;
}

/** "The shop <shop@example.com>" or an address alone. */
const readAddress = (mailFrom: string): string => /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim();

const TIMEOUT_MS = 10_000;

/**
 * Creates an SMTP transport. Without SMTP_URL, mails only stay in the database, where the embedded mailbox reads them.
 */
export const createMailTransport = (config: {
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
}): MailTransport => {
  if (config.smtpUrl === undefined) return { retainsMails: true, deliver: async () => undefined };
  const smtp = createTransport(config.smtpUrl, { from: config.mailFrom });
  const address = readAddress(config.mailFrom);
  Object.assign(smtp.options, {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    retainsMails: false,
    async deliver({ to, fromName, replyTo, subject, text, html }) {
      await smtp.sendMail({
        to,
        subject,
        text,
        html,
        ...(fromName === null ? {} : { from: { name: fromName, address } }),
        ...(replyTo === null ? {} : { replyTo }),
      });
    },
  };
};
