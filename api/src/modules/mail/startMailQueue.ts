import type { WorkFailed } from '../../observability/logFailedWork';
import { startPolling } from '../../startPolling';
import { deliverDueMails, MAX_MAILS_PER_RUN, type MailContext } from './deliverDueMails';
import { countQueuedMails } from './mailsRepository';

/** Mails on their way at a time: with a mail server that takes 0.2 s for each, 20 a second. */
const CONNECTIONS = 4;
const POLL_INTERVAL_MS = 1_000;
const COUNT_INTERVAL_MS = 10_000;

/** Sends due mails, and looks for new ones every second, until stopped. */
export const startMailQueue = ({
  onError,
  ...context
}: MailContext & { readonly onError: WorkFailed }): { stop(): Promise<void> } => {
  let nextCountMs = 0;
  return startPolling({
    name: 'sending mails',
    intervalMs: POLL_INTERVAL_MS,
    onError,
    work: async (signal) => {
      const attempts = await Promise.all(Array.from({ length: CONNECTIONS }, () => deliverDueMails(context, signal)));
      if (context.metrics && performance.now() >= nextCountMs) {
        nextCountMs = performance.now() + COUNT_INTERVAL_MS;
        context.metrics.mailsQueued.set(await countQueuedMails(context.database));
      }
      return attempts.includes(MAX_MAILS_PER_RUN);
    },
  });
};
