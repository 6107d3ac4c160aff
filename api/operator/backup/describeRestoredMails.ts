import type { Queryable } from '../../src/database/Database';
import type { SchemaState } from '../../src/database/schemaState';
import { countQueuedMails } from '../../src/modules/mail/mailsRepository';

/**
 * Says how many mails wait in a restored database, and how to keep back those that were sent after its time; nothing if
 * none waits.
 */
export const describeRestoredMails = async (database: Queryable, state: SchemaState): Promise<string[]> => {
  const count = await countQueuedMails(database);
  if (count === 0) return [];
  const migrating = state === 'older' ? 'after "npm run migrate", ' : '';
  return [
    `When it starts, the API sends the mails that wait here (${count}), also those that were sent since this time. Before, ${migrating}"npm run shop -- mails list" shows them, and "npm run shop -- mails sent" marks them as sent.`,
  ];
};
