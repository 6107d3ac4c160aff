import { setTimeout as sleep } from 'node:timers/promises';
import type { KeptCart, Order, OrderItemInput, PricedCart } from '@shop/contracts';
import { waitUntil } from '@shop/server-kit/testing/waitUntil';
import type { Readable } from '../database/Database';
import { Shopper, type Answer } from './Shopper';
import { anOrderBody, newKey } from './testApp';
import { PASSWORD } from './Visitor';

/** An API process that takes requests. */
export interface Target {
  readonly release: string;
  readonly url: string;
}

interface PlacedOrder {
  readonly order: Order;
  readonly release: string;
  readonly shopper: Shopper;
}

/** A successful response, and the release that it came from. */
interface Success<T> {
  readonly body: T;
  readonly release: string;
}

type Call = [method: 'GET' | 'POST' | 'PUT', path: string, body?: object, headers?: Readonly<Record<string, string>>];

const GUESTS = 3;
const PAUSE_MS = 20;
const RING: OrderItemInput = { product_id: 'ring-halo', variant_id: null, quantity: 1 };
const FOOD: OrderItemInput = { product_id: 'carrots', variant_id: null, quantity: 8 };
const PORTLAND = { townCity: 'Portland', state: 'OR', zipCode: '97201' };

/** What an order or a cart must be to every release; each may know more of it. */
const readEssentials = ({
  total,
  lines,
}: Pick<Order, 'total'> & { lines: readonly Partial<Order['lines'][number]>[] }) =>
  JSON.stringify({
    total,
    lines: lines.map(({ product_id, variant_id, name, quantity, unit_price }) => ({
      product_id,
      variant_id,
      name,
      quantity,
      unit_price,
    })),
  });

/** Shoppers whose requests go to all targets in turn, so that what one release writes, the other reads. */
export class ReleaseTraffic {
  readonly orders: PlacedOrder[] = [];
  /** What did not get the expected response. */
  readonly failures: string[] = [];
  readonly requests = new Map<string, number>();
  longestMs = 0;
  accounts = 0;
  /** Orders that were refused because the price had changed. */
  repriced = 0;
  #targets: readonly Target[] = [];
  #turn = 0;
  #running: Promise<void>[] = [];
  #isStopped = false;
  readonly #inFlight = new Map<string, number>();

  constructor(private readonly database: Readable) {}

  /** Sends requests to these targets from now on, and waits for the responses of all others. */
  async use(...targets: readonly Target[]): Promise<void> {
    this.#targets = targets;
    const isBusy = ([url, count]: [string, number]): boolean => count > 0 && !targets.some((each) => each.url === url);
    while ([...this.#inFlight].some(isBusy)) await sleep(PAUSE_MS);
  }

  start(): void {
    const repeat = async (visit: () => Promise<void>): Promise<void> => {
      while (!this.#isStopped) {
        await visit().catch((error: unknown) => this.failures.push(String(error)));
        await sleep(PAUSE_MS);
      }
    };
    this.#running = [
      ...Array.from({ length: GUESTS }, (_, index) => repeat(() => this.orderAsGuest(index === 0 ? FOOD : RING))),
      repeat(() => this.signUp()),
    ];
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  /** Reads an order as the guest who placed it, and expects what was placed. */
  async expectOrder({ order, shopper }: PlacedOrder): Promise<void> {
    const read = await this.expectOk<{ order: Order }>(shopper, 'GET', `/orders/${order.number}`);
    this.expectSame(`order ${order.number}`, readEssentials(read.body.order), readEssentials(order));
  }

  private async send(shopper: Shopper, ...[method, path, body, headers]: Call): Promise<Answer & Target> {
    const target = this.#targets[(this.#turn += 1) % this.#targets.length];
    if (!target) throw new Error('There is no target');
    const { url, release } = target;
    const startedAt = performance.now();
    this.#inFlight.set(url, (this.#inFlight.get(url) ?? 0) + 1);
    try {
      return { ...target, ...(await shopper.call(`${url}/api${path}`, method, body, headers)) };
    } finally {
      this.#inFlight.set(url, (this.#inFlight.get(url) ?? 0) - 1);
      this.requests.set(release, (this.requests.get(release) ?? 0) + 1);
      this.longestMs = Math.max(this.longestMs, performance.now() - startedAt);
    }
  }

  private async expectOk<T>(shopper: Shopper, ...call: Call): Promise<Success<T>> {
    const { status, body, release } = await this.send(shopper, ...call);
    if (status !== 200) throw new Error(`${release}: ${call[0]} ${call[1]}: ${status} ${JSON.stringify(body)}`);
    return { body: body as T, release };
  }

  private async orderAsGuest(item: OrderItemInput): Promise<void> {
    const shopper = new Shopper();
    await this.expectOk(shopper, 'GET', '/products?store=organic-store');
    await this.expectOk(shopper, 'GET', `/products/${item.product_id}`);
    const cart = { items: [item], coupon_code: null };
    const checked = await this.expectOk<{ data: PricedCart }>(shopper, 'POST', '/cart/check', cart);
    const key = newKey();
    const billing = { ...anOrderBody().billing, ...PORTLAND, email: `${key}@example.com` };
    const body = anOrderBody({ items: [item], billing, expected_total: checked.body.data.total });
    const call: Call = ['POST', '/orders', body, { 'idempotency-key': key }];
    const first = await this.send(shopper, ...call);
    // The content of a release may have another price. A shopper is asked again.
    if (first.status === 409 && first.body['code'] === 'TOTAL_CHANGED') return void (this.repriced += 1);
    if (first.status !== 200) throw new Error(`${first.release}: ${first.status} ${JSON.stringify(first.body)}`);
    const placed = { order: first.body['order'] as Order, release: first.release, shopper };
    this.orders.push(placed);
    const repeated = await this.expectOk<{ order: Order }>(shopper, ...call);
    this.expectSame('a repeated order', repeated.body.order.number, placed.order.number);
    await this.expectOrder(placed);
  }

  private async signUp(): Promise<void> {
    const shopper = new Shopper();
    const email = `${newKey()}@example.com`;
    const person = { name: 'Ada Lovelace', email, password: PASSWORD, phone: '' };
    const { user_id } = (await this.expectOk<{ user_id: string }>(shopper, 'POST', '/register', person)).body;
    await this.expectOk(shopper, 'POST', '/verify-otp', { user_id, otp: await this.readCode(email) });
    const cart = { version: 0, items: [RING], coupon_code: null };
    const saved = await this.expectOk<{ data: KeptCart }>(shopper, 'PUT', '/cart', cart);
    const read = await this.expectOk<{ data: KeptCart }>(shopper, 'GET', '/cart');
    this.expectSame('a cart', readEssentials(read.body.data), readEssentials(saved.body.data));
    await this.expectOk(new Shopper(), 'POST', '/login', { email, password: PASSWORD });
    this.accounts += 1;
  }

  /** Mails are queued after the response. */
  private async readCode(email: string): Promise<string> {
    let code: string | undefined;
    await waitUntil(`a code is mailed to ${email}`, async () => {
      const sql = 'SELECT code FROM mails WHERE recipient = $1 AND code IS NOT NULL';
      code = (await this.database.query<{ code: string }>(sql, [email])).rows[0]?.code;
      return code !== undefined;
    });
    return code ?? '';
  }

  private expectSame(what: string, read: string, written: string): void {
    if (read !== written) this.failures.push(`${what} was written as ${written} and read as ${read}`);
  }
}
