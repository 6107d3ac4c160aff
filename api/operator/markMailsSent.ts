import { insertAudit } from '../src/audit/auditRepository';
import { markQueuedMailsSent } from '../src/modules/mail/mailListRepository';
import { countQueuedMails } from '../src/modules/mail/mailsRepository';
import { formatTime } from '../src/formatTime';
import type { OperatorContext } from './OperatorContext';

interface MarkOptions {
  /** Only mails that were created by then; null means all. */
  readonly until: Date | null;
  readonly dryRun: boolean;
}

/** `mails sent`: keeps waiting mails from going out, such as those that were sent before the database was restored. */
export const markMailsSent = async (
  { database, clock, actor, print }: OperatorContext,
  { until, dryRun }: MarkOptions,
): Promise<void> => {
  const period = until === null ? '' : ` until ${formatTime(until)}`;
  const outcome = await database.transaction(async (connection) => {
    const now = clock.now();
    const count = await (dryRun ? countQueuedMails(connection, until) : markQueuedMailsSent(connection, until, now));
    if (count === 0) return `No mails${period} wait: nothing was changed.`;
    if (dryRun) return `Dry run, nothing is written: ${count} waiting mails${period} would be marked as sent.`;
    await insertAudit(
      connection,
      { actor, action: 'mails.kept-back', subject: 'mails', after: { mails: `${count}${period}` } },
      now,
    );
    return `${count} waiting mails${period} are marked as sent: they do not go out.`;
  });
  print(outcome);
};
