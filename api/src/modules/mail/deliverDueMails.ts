import { addMs, type Clock } from '../../clock';
import type { Database } from '../../database/Database';
import type { ApiMetrics } from '../../observability/apiMetrics';
import type { MailTransport } from './createMailTransport';
import { redactMailBody, markMailFailed, markMailSent, leaseDueMail, type QueuedMail } from './mailsRepository';

export interface MailContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly transport: MailTransport;
  readonly metrics?: ApiMetrics;
}

/** Longer than the SMTP time limits. A mail whose process dies while delivering is delivered this much later. */
const LEASE_MS = 30_000;
export const MAX_MAILS_PER_RUN = 10;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 3_600_000;

/** Exponential backoff: 5 s, 10 s, 20 s … up to an hour. */
const getRetryDelayMs = (attempts: number): number => Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS);

const deliver = async ({ database, clock, transport, metrics }: MailContext, mail: QueuedMail): Promise<void> => {
  try {
    await transport.deliver(mail);
    await markMailSent(database, mail.id, clock.now());
    if (!transport.retainsMails) await redactMailBody(database, mail.id);
    metrics?.mails.inc({ outcome: 'sent' });
  } catch (error) {
    metrics?.mails.inc({ outcome: 'failed' });
    const reason = error instanceof Error ? error.message : String(error);
    await markMailFailed(database, mail.id, reason, addMs(clock.now(), getRetryDelayMs(mail.attempts)));
  }
};

/** Sends due mails one after the other; failed ones are retried later. Returns the number of attempts. */
export const deliverDueMails = async (context: MailContext, signal?: AbortSignal): Promise<number> => {
  let attempts = 0;
  while (attempts < MAX_MAILS_PER_RUN && !signal?.aborted) {
    const now = context.clock.now();
    const mail = await leaseDueMail(context.database, now, addMs(now, LEASE_MS));
    if (!mail) break;
    await deliver(context, mail);
    attempts += 1;
  }
  return attempts;
};
