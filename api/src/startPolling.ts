import type { WorkFailed } from './observability/logFailedWork';

/** Without the database, each attempt fails and is logged. */
const INTERVAL_AFTER_FAILURE_MS = 10_000;

interface PolledWork {
  /** What it does, for the log of failures: "sending mails". */
  readonly name: string;
  readonly intervalMs: number;
  /** Returns true to be called again at once. */
  readonly work: (signal: AbortSignal) => Promise<boolean>;
  readonly onError: WorkFailed;
}

/** Does some work again and again, with a pause in between, until stopped. */
export const startPolling = ({ name, intervalMs, work, onError }: PolledWork): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  const poll = (): void => {
    running = work(stopping.signal)
      .then(
        (isUnfinished) => (isUnfinished ? 0 : intervalMs),
        (error: unknown) => {
          onError(error, name);
          return INTERVAL_AFTER_FAILURE_MS;
        },
      )
      .then((pauseMs) => {
        if (!stopping.signal.aborted) timer = setTimeout(poll, pauseMs);
      });
  };
  let timer = setTimeout(poll, intervalMs);
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
};
