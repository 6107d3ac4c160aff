import { setTimeout as sleep } from 'node:timers/promises';
import type { Stripe } from 'stripe';
import type { FakeStripe } from './FakeStripe';
import type { KilledApi } from './KilledApi';

const MAX_DELAY_MS = 1_500;
const RETRY_MS = 200;
const POLL_MS = 20;

const chance = (share: number): boolean => Math.random() < share;

/**
 * Brings Stripe's messages to an API that is killed: late, in any order, some twice, and each until it is acknowledged.
 * Some are lost, and are to be found by asking.
 */
export class StripePost {
  /** How many were acknowledged, those among them that came twice, and how many were lost. */
  messages = 0;
  repeated = 0;
  lost = 0;
  #underway = 0;
  #isOpen = true;

  constructor(
    private readonly stripe: FakeStripe,
    private readonly api: KilledApi,
  ) {}

  get isIdle(): boolean {
    return this.#underway === 0 && this.stripe.events.length === 0;
  }

  /** Delivers until it is closed. */
  async run(): Promise<void> {
    const deliveries: Promise<void>[] = [];
    while (this.#isOpen) {
      for (const event of this.stripe.events.splice(0)) deliveries.push(...this.#take(event));
      await sleep(POLL_MS);
    }
    await Promise.all(deliveries);
  }

  close(): void {
    this.#isOpen = false;
  }

  #take(event: Stripe.Event): Promise<void>[] {
    const refund = event.data.object.object === 'refund' ? event.data.object : undefined;
    if (event.type === 'refund.created' && refund) this.#end(refund);
    // Asking finds what became of pages, and of refunds until they have arrived.
    const canBeLost = refund ? refund.metadata?.['refund_id'] && refund.status === 'succeeded' : true;
    if (canBeLost && chance(0.05)) {
      this.lost += 1;
      return [];
    }
    const copies = chance(0.25) ? 2 : 1;
    this.repeated += copies - 1;
    return Array.from({ length: copies }, () => this.#deliver(event));
  }

  /** Refunds that wait for a bank arrive or fail later; of those that have arrived, some come back. */
  #end({ id, status }: Stripe.Refund): void {
    if (status === 'pending') {
      const settled = chance(0.15) ? ('failed' as const) : ('succeeded' as const);
      setTimeout(() => this.stripe.settleRefund(id, settled, 'the bank refuses'), Math.random() * MAX_DELAY_MS);
    } else if (chance(0.03))
      setTimeout(() => this.stripe.settleRefund(id, 'failed', 'the account is closed'), Math.random() * MAX_DELAY_MS);
  }

  async #deliver(event: Stripe.Event): Promise<void> {
    this.#underway += 1;
    const body = JSON.stringify(event);
    await sleep(Math.random() * MAX_DELAY_MS);
    for (;;) {
      const headers = { 'stripe-signature': this.stripe.sign(body) };
      const answer = await this.api.callOnce('POST', '/payments/stripe/events', { body, headers });
      if (answer?.status === 200) break;
      if (answer && answer.status !== 404)
        throw new Error(`The message was answered with ${answer.status} ${JSON.stringify(answer.body)}`);
      await sleep(RETRY_MS);
    }
    this.messages += 1;
    this.#underway -= 1;
  }
}
