import { deliverDueMails, type MailContext } from './deliverDueMails';
import { countQueuedMails } from './mailsRepository';

const LOOK_EVERY_MS = 1_000;
const COUNTED_EVERY_LOOKS = 10;

/** Looks for due mails every second until stopped. */
export const startMailQueue = (
  context: MailContext & { readonly onError: (error: unknown) => void },
): { stop(): Promise<void> } => {
  let stopped = false;
  let working: Promise<unknown> = Promise.resolve();
  let looks = 0;
  const work = async (): Promise<void> => {
    await deliverDueMails(context);
    if (context.metrics && looks++ % COUNTED_EVERY_LOOKS === 0)
      context.metrics.mailsQueued.set(await countQueuedMails(context.database));
  };
  const look = (): void => {
    if (stopped) return;
    working = work()
      .catch(context.onError)
      .finally(() => {
        if (!stopped) timer = setTimeout(look, LOOK_EVERY_MS);
      });
  };
  let timer = setTimeout(look, LOOK_EVERY_MS);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await working;
    },
  };
};
