import crypto from 'node:crypto';
import type { Registry } from '../Registry';

const PERIOD_MS = 3_600_000;
const WRITE_DELAY_MS = 10_000;

/**
 * Counts calls without a valid token and writes them as one audit entry per hour and process, no matter how many there
 * are.
 */
export class RefusedCallCounter {
  readonly #id = crypto.randomUUID().slice(0, 8);
  #period = 0;
  #calls: Record<string, number> = {};
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly registry: Registry) {}

  /** `call` is the route, such as "POST /federation/api/promotions", and never contains user input. */
  async countCall(call: string, now: Date): Promise<void> {
    const period = Math.floor(now.getTime() / PERIOD_MS);
    if (period !== this.#period) {
      await this.flush();
      // Of the calls that waited for the flush, the first one starts the new hour.
      if (period !== this.#period) [this.#period, this.#calls] = [period, {}];
    }
    this.#calls[call] = (this.#calls[call] ?? 0) + 1;
    // If this write fails, the counts are written with the next refused call.
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), WRITE_DELAY_MS).unref();
  }

  /** Writes the counts of the current hour if there are new ones. */
  async flush(): Promise<void> {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.registry.auditRefusedCalls(this.#id, new Date(this.#period * PERIOD_MS), this.#calls);
  }
}
