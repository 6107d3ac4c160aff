import { deliverDueMails, type MailContext } from './deliverDueMails';
import { countQueuedMails } from './mailsRepository';

const POLL_INTERVAL_MS = 1_000;
const POLLS_PER_COUNT = 10;

/** Polls for due mails every second until stopped. */
export const startMailQueue = (
  context: MailContext & { readonly onError: (error: unknown) => void },
): { stop(): Promise<void> } => {
  let isStopped = false;
  let running: Promise<unknown> = Promise.resolve();
  let pollCount = 0;
  const processQueue = async (): Promise<void> => {
    await deliverDueMails(context);
    if (context.metrics && pollCount++ % POLLS_PER_COUNT === 0)
      context.metrics.mailsQueued.set(await countQueuedMails(context.database));
  };
  const poll = (): void => {
    if (isStopped) return;
    running = processQueue()
      .catch(context.onError)
      .finally(() => {
        if (!isStopped) timer = setTimeout(poll, POLL_INTERVAL_MS);
      });
  };
  let timer = setTimeout(poll, POLL_INTERVAL_MS);
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
