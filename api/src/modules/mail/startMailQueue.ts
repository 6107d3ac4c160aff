import { deliverDueMails, type MailWorld } from './deliverDueMails';

const LOOK_EVERY_MS = 1_000;

/** Looks for due mails every second until stopped. */
export const startMailQueue = (world: MailWorld & { readonly onError: (error: unknown) => void }): { stop(): Promise<void> } => {
  let stopped = false;
  let working: Promise<unknown> = Promise.resolve();
  const look = (): void => {
    if (stopped) return;
    working = deliverDueMails(world)
      .catch(world.onError)
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
