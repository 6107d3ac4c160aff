import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { describeError } from '../observability/describeError';
import type { ServerConfig } from '../configuration/readServerConfig';

/** After an uncaught error the process may run no longer than this. */
const CRASH_LIMIT_MS = 2_000;
/** Limit for what is closed after the last response: queue, database, traces. */
const CLOSING_LIMIT_MS = 5_000;

interface Ending {
  readonly app: FastifyInstance;
  readonly config: Pick<ServerConfig, 'shutdownDelayMs' | 'shutdownLimitMs'>;
  /** Closes what the app does not own. Called once, after the last response. */
  readonly closeRest: () => Promise<void>;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

const finishesWithin = async (milliseconds: number, work: Promise<unknown>): Promise<boolean> => {
  const late = Symbol('late');
  return (await Promise.race([work, sleep(milliseconds, late, { ref: false })])) !== late;
};

/**
 * Ends the process without losing a response. On SIGTERM or SIGINT the server reports not ready, waits for load
 * balancers to notice, stops accepting connections, finishes running requests within a limit, closes the rest, and
 * exits with 0. A second signal exits at once. An uncaught error is logged once and exits with 1 after a short drain.
 */
export const endGracefully = ({ app, config, closeRest }: Ending): void => {
  let ending = false;

  const close = async (delayMs: number, limitMs: number): Promise<void> => {
    app.draining.started = true;
    if (delayMs > 0) await sleep(delayMs);
    const closed = app.close();
    if (!(await finishesWithin(limitMs, closed))) {
      app.log.warn({ limitMs }, 'requests that did not end were cut off');
      app.server.closeAllConnections();
      await finishesWithin(CLOSING_LIMIT_MS, closed);
    }
    if (!(await finishesWithin(CLOSING_LIMIT_MS, closeRest()))) app.log.warn('not everything could be closed in time');
  };

  const end = (code: number, delayMs: number, limitMs: number): void => {
    ending = true;
    close(delayMs, limitMs).then(
      () => process.exit(code),
      (error: unknown) => {
        app.log.error({ err: describeError(error) }, 'closing failed');
        process.exit(1);
      },
    );
  };

  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (ending) process.exit(128 + constants.signals[signal]);
      app.log.info({ signal, delayMs: config.shutdownDelayMs, limitMs: config.shutdownLimitMs }, 'ending');
      end(0, config.shutdownDelayMs, config.shutdownLimitMs);
    });
  }
  const crash = (error: unknown): void => {
    // Errors during shutdown must not restart it; the first error is the cause.
    if (ending) return;
    app.log.fatal({ err: describeError(error) }, 'uncaught error: the process exits');
    end(1, 0, CRASH_LIMIT_MS);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
};
