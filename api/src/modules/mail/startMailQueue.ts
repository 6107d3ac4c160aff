import type { WorkFailed } from '../../observability/logFailedWork';
import { deliverDueMails, MAX_MAILS_PER_RUN, type MailContext } from './deliverDueMails';
import { countQueuedMails } from './mailsRepository';

/** Mails on their way at a time: with a mail server that takes 0.2 s for each, 20 a second. */
const CONNECTIONS = 4;
const POLL_INTERVAL_MS = 1_000;
const COUNT_INTERVAL_MS = 10_000;
/** Without the database, each attempt fails and is logged. */
const INTERVAL_AFTER_FAILURE_MS = 10_000;

/** Sends due mails, and looks for new ones every second, until stopped. */
export const startMailQueue = (context: MailContext & { readonly onError: WorkFailed }): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  let nextCountMs = 0;
  /** Returns the time until the next run. */
  const processQueue = async (): Promise<number> => {
    const attempts = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => deliverDueMails(context, stopping.signal)),
    );
    if (context.metrics && performance.now() >= nextCountMs) {
      nextCountMs = performance.now() + COUNT_INTERVAL_MS;
      context.metrics.mailsQueued.set(await countQueuedMails(context.database));
    }
    return attempts.includes(MAX_MAILS_PER_RUN) ? 0 : POLL_INTERVAL_MS;
  };
  const poll = (): void => {
    running = processQueue()
      .catch((error: unknown) => {
        context.onError(error, 'sending mails');
        return INTERVAL_AFTER_FAILURE_MS;
      })
      .then((pauseMs) => {
        if (!stopping.signal.aborted) timer = setTimeout(poll, pauseMs);
      });
  };
  let timer = setTimeout(poll, POLL_INTERVAL_MS);
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
};
