import { findQueuedMails, type MailPage } from '../src/modules/mail/mailListRepository';
import { formatTime } from '../src/formatTime';
import type { OperatorContext } from './OperatorContext';
import { printPage } from './printPage';

/** `mails list`: prints the mails that wait to be sent, in their sequence, without their text. */
export const listMails = async (
  { database, print }: OperatorContext,
  { page, pageSize }: MailPage,
  { json }: { readonly json: boolean },
): Promise<void> => {
  printPage(
    { ...(await findQueuedMails(database, { page, pageSize })), page, pageSize },
    {
      noun: 'mails',
      json,
      headings: ['ID', 'CREATED', 'TO', 'SUBJECT', 'ATTEMPTS', 'LAST ERROR'],
      toRow: ({ id, created_at: createdAt, to, subject, attempts, last_error: lastError }) => [
        String(id),
        formatTime(createdAt),
        to,
        subject,
        String(attempts),
        lastError?.replaceAll(/\s+/g, ' ') ?? '',
      ],
    },
    print,
  );
};
