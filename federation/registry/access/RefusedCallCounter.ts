import crypto from 'node:crypto';
import type { Registry } from '../Registry';

const PERIOD_MS = 3_600_000;
const WRITE_DELAY_MS = 10_000;

/** Counts the calls of nobody in particular: one audit entry an hour for each process, however many there are. */
export class RefusedCallCounter {
  readonly #id = crypto.randomUUID().slice(0, 8);
  #period = 0;
  #calls: Record<string, number> = {};
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly registry: Registry) {}

  /** `call` names the route, such as "POST /federation/api/promotions": never what the caller wrote. */
  async countCall(call: string, now: Date): Promise<void> {
    const period = Math.floor(now.getTime() / PERIOD_MS);
    if (period !== this.#period) {
      await this.flush();
      // The first of the calls that waited here began the hour; the others are counted in it.
      if (period !== this.#period) [this.#period, this.#calls] = [period, {}];
    }
    this.#calls[call] = (this.#calls[call] ?? 0) + 1;
    // An audit that cannot be written now is written with the next refused call.
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), WRITE_DELAY_MS).unref();
  }

  /** Writes the counts of this hour, if there are new ones. */
  async flush(): Promise<void> {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.registry.auditRefusedCalls(this.#id, new Date(this.#period * PERIOD_MS), this.#calls);
  }
}
