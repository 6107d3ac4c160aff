import { createTransport } from 'nodemailer';
import type { QueuedMail } from './mailsRepository';

type OutgoingMail = Pick<QueuedMail, 'to' | 'replyTo' | 'subject' | 'text' | 'html'>;

/** Delivers a mail or throws. */
export interface MailTransport {
  /** Whether its mails are read from the database, so that they must stay there: true for the embedded mailbox only. */
  readonly keepsMails: boolean;
  deliver(mail: OutgoingMail): Promise<void>;
}

const TIMEOUT_MS = 10_000;

/** SMTP by SMTP_URL; without it a mail is delivered by being in the embedded mailbox already. */
export const createMailTransport = (config: {
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
}): MailTransport => {
  if (config.smtpUrl === undefined) return { keepsMails: true, deliver: async () => undefined };
  const smtp = createTransport(config.smtpUrl, { from: config.mailFrom });
  Object.assign(smtp.options, {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    keepsMails: false,
    async deliver({ to, replyTo, subject, text, html }) {
      await smtp.sendMail({ to, subject, text, html, ...(replyTo === null ? {} : { replyTo }) });
    },
  };
};
