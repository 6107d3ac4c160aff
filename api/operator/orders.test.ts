import type { FastifyInstance } from 'fastify';
import type { Database } from '../src/database/Database';
import { PaymentRefused, type PaymentProvider, type RefundRequest } from '../src/modules/payments/PaymentProvider';
import { SANDBOX_SIGNATURE_HEADER, signSandboxMessage } from '../src/modules/payments/sandboxSignature';
import { cancelUnpaidOrders } from '../src/modules/orders/cancelOrder';
import { anOperator, findAudit } from '../src/testing/anOperator';
import { anOrderBody, buildTestApp, newKey, testConfig } from '../src/testing/testApp';
import { LANGUAGES, saveInSpreadsheet } from '../src/testing/saveInSpreadsheet';
import { databaseKinds, openTestDatabase } from '../src/testing/testDatabase';
import { exportOrders } from '../src/modules/orders/exportOrders';
import { listOrders } from './listOrders';
import { markTransferPaid, shipOrder } from './changeOrders';
import type { OperatorContext } from './OperatorContext';
import { readCsv } from '../src/modules/catalog/import/readCsv';
import { refundOrder } from './refundOrder';

const NOW = new Date('2026-11-21T12:00:00Z');
const SECRET = 'a secret between shop and provider';
const REFUND: Parameters<typeof refundOrder>[2] = { owedOnly: false, reason: '', dryRun: false };
const LIST = { status: null, since: null, email: null, owed: false, page: 1, pageSize: 25 };

/** A provider that sends money for a key once, as real ones do, and says how often it was asked. */
const aProvider = (beforeAnswer: (request: RefundRequest) => Promise<void> = async () => undefined) => {
  const asked: RefundRequest[] = [];
  const sent = new Map<string, RefundRequest>();
  const provider: PaymentProvider = {
    name: 'sandbox',
    start: async () => ({ url: 'http://provider.test', pageId: null }),
    close: async () => undefined,
    readEvent: () => undefined,
    ask: async () => [],
    refund: async (request) => {
      asked.push(request);
      sent.set(request.refundId, request);
      await beforeAnswer(request);
      const { refundId, amountCents, currency } = request;
      return { id: `re-${refundId}`, refundId, amountCents, currency, state: 'succeeded', reason: '' };
    },
  };
  return { provider, asked, sent };
};

describe.each(databaseKinds)("the operator's orders on %s", (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let events = 0;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database);
    await database.query("UPDATE products SET stock = 1000 WHERE id = 'ring-halo'");
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    for (const table of ['counters', 'order_holders']) await database.query(`DELETE FROM ${table}`);
  });

  const place = async (method: 'bank' | 'global' | 'cash', overrides: object = {}): Promise<string> =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/orders',
        headers: { 'idempotency-key': newKey() },
        payload: anOrderBody({ payment_method: method, ...overrides }),
      })
    ).json().order.number;
  const tell = async (paymentId: string, overrides: object = {}): Promise<void> => {
    const body = JSON.stringify({
      id: `evt-op-${kind}-${(events += 1)}`,
      kind: 'succeeded',
      paymentId,
      amountCents: 32_000,
      currency: 'USD',
      ...overrides,
    });
    await app.inject({
      method: 'POST',
      url: '/api/payments/webhook',
      headers: {
        'content-type': 'application/json',
        [SANDBOX_SIGNATURE_HEADER]: signSandboxMessage(SECRET, body, NOW),
      },
      payload: body,
    });
  };
  /** An online order whose payment page is open. */
  const placeOpen = async (): Promise<{ number: string; paymentId: string }> => {
    const placed = await app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'idempotency-key': newKey() },
      payload: anOrderBody({ payment_method: 'global' }),
    });
    const { number } = placed.json().order;
    await app.inject({
      method: 'POST',
      url: `/api/orders/${number}/payment`,
      cookies: { guest_orders: placed.cookies.find(({ name }) => name === 'guest_orders')?.value ?? '' },
    });
    const { rows } = await database.query<{ id: string }>('SELECT id FROM payments WHERE order_number = $1', [number]);
    return { number, paymentId: rows[0]?.id ?? '' };
  };
  const placePaid = async (): Promise<{ number: string; paymentId: string }> => {
    const open = await placeOpen();
    await tell(open.paymentId);
    return open;
  };
  const readStatus = async (number: string): Promise<string | undefined> =>
    (await database.query<{ status: string }>('SELECT status FROM orders WHERE number = $1', [number])).rows[0]?.status;
  const readPayments = async (number: string): Promise<string[]> =>
    (
      await database.query<{ status: string }>(
        'SELECT status FROM payments WHERE order_number = $1 ORDER BY created_at',
        [number],
      )
    ).rows.map(({ status }) => status);
  const mailsAbout = async (number: string): Promise<{ subject: string; text: string }[]> =>
    (
      await database.query<{ subject: string; text: string }>(
        'SELECT subject, text FROM mails WHERE subject LIKE $1 ORDER BY id',
        [`%${number}%`],
      )
    ).rows;
  const stock = async (): Promise<number> =>
    (await database.query<{ stock: number }>("SELECT stock FROM products WHERE id = 'ring-halo'")).rows[0]?.stock ?? 0;
  const ship = async (number: string, options: Partial<Parameters<typeof shipOrder>[2]> = {}): Promise<string[]> => {
    const { context, printed } = anOperator(database);
    await shipOrder(context, number, { paid: false, dryRun: false, ...options }).catch(
      (error: Error & { code?: string }) => printed.push(`${error.code}: ${error.message}`),
    );
    return printed;
  };
  const refund = async (
    number: string,
    options: Partial<typeof REFUND> = {},
    overrides: Partial<OperatorContext> = {},
  ): Promise<string[]> => {
    const { context, printed } = anOperator(database, overrides);
    await refundOrder(context, number, { ...REFUND, ...options }).catch((error: Error & { code?: string }) =>
      printed.push(`${error.code}: ${error.message}`),
    );
    return printed;
  };

  test('an export runs no formula and keeps phone and day when a spreadsheet has saved it', async () => {
    const evil = "x;=cmd|'/C calc'!A0;y";
    await place('cash', {
      billing: { ...anOrderBody().billing, phone: '01134960100', streetAddress: evil, orderNotes: `1\n=2\r\n${evil}` },
    });
    let file = '';
    for await (const part of exportOrders({ database }, { since: null })) file += part;
    for (const separator of [',', ';', '\t', '\n'])
      expect(file.split(separator).filter((cell) => /^["\s]*[=+\-@]/.test(cell))).toEqual([]);
    for (const language of Object.values(LANGUAGES)) {
      const { records } = await readCsv(Buffer.from(saveInSpreadsheet(file, language)));
      const headings = records[0]?.cells ?? [];
      const readCell = (column: string) => records.at(-1)?.cells[headings.indexOf(column)];
      expect(readCell('phone')).toBe('01134960100');
      expect(readCell('placed_at')).toBe('2026-11-21 12:00:00 UTC');
      expect(readCell('ship_to')).toContain(evil);
      expect(readCell('order_notes')).toBe(`1\n=2\n${evil}`);
    }
  });

  test('orders are exported with what was chosen for each line and what it cost', async () => {
    await app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'idempotency-key': newKey() },
      payload: anOrderBody({
        items: [
          {
            product_id: 'bracelet-bangle',
            variant_id: null,
            quantity: 2,
            choices: { engraving: { text: '+1 Ada', font: 'serif' } },
          },
        ],
        expected_total: 2 * (156 + 25),
        payment_method: 'cash',
      }),
    });
    let text = '';
    for await (const part of exportOrders({ database }, { since: null })) text += part;
    const [headings = '', ...rows] = text.trimEnd().split('\r\n');
    const row = rows.find((line) => line.includes('+1 Ada')) ?? '';
    expect(headings).toContain(',name,engraving,engraving_font,choices_price,quantity,unit_price,line_total,');
    expect(row).toContain(",'+1 Ada,serif,25.00,2,181.00,362.00,");
    expect(row).toContain(',ada@example.com,');
    expect(row).toContain(',"Ada Lovelace, 12 Analytical Row, 10001 New York, NY, US",');
  });

  describe('shipping', () => {
    test('a processing order is shipped once: the customer is notified, it is no longer cancelable, and the log names the operator', async () => {
      const number = await place('cash');
      expect(await ship(number)).toEqual([`The order ${number} is shipped; ada@example.com was notified.`]);
      expect(await ship(number)).toEqual([`The order ${number} is shipped already: nothing was changed.`]);
      expect(await readStatus(number)).toBe('shipped');
      const mails = await mailsAbout(number);
      expect(mails.map(({ subject }) => subject)).toEqual([
        `Your order ${number}`,
        `Your order ${number} is on its way`,
      ]);
      expect(mails[1]?.text).toContain('pay $320.00 in cash');
      expect(await findAudit(database, number)).toEqual([
        { who: 'grace', action: 'order.shipped', before: { status: 'processing' }, after: { status: 'shipped' } },
      ]);
    });

    test('a dry run changes nothing', async () => {
      const number = await place('cash');
      expect(await ship(number, { dryRun: true })).toEqual([
        `Dry run, nothing is written: the order ${number} would be shipped, and the customer notified.`,
      ]);
      expect([await readStatus(number), (await mailsAbout(number)).length, await findAudit(database, number)]).toEqual([
        'processing',
        1,
        [],
      ]);
    });

    test('an order that waits for a bank transfer is not shipped without --paid', async () => {
      const number = await place('bank');
      expect(await ship(number)).toEqual([
        `refused: The order ${number} waits for its bank transfer, which must have arrived before.`,
      ]);
      expect(await ship(number, { paid: true })).toHaveLength(1);
      const { rows } = await database.query('SELECT status, payment_instructions FROM orders WHERE number = $1', [
        number,
      ]);
      expect(rows).toEqual([{ status: 'shipped', payment_instructions: '' }]);
    });

    test('what is not paid online, canceled or unknown is refused', async () => {
      const { number } = await placeOpen();
      expect(await ship(number, { paid: true })).toEqual([
        `refused: The order ${number} waits for its online payment.`,
      ]);
      await database.query("UPDATE orders SET status = 'canceled' WHERE number = $1", [number]);
      expect(await ship(number)).toEqual([`refused: The order ${number} is canceled.`]);
      expect(await ship('ORD-NONE-NONE')).toEqual(['unknown: No order has the number ORD-NONE-NONE.']);
    });

    test('two operators who ship at the same moment send one mail', async () => {
      const number = await place('cash');
      const said = await Promise.all([ship(number), ship(number)]);
      expect(said.flat().filter((line) => line.includes('already'))).toHaveLength(1);
      expect(await mailsAbout(number)).toHaveLength(2);
    });
  });

  describe('bank transfers', () => {
    const pay = async (number: string, dryRun = false): Promise<string[]> => {
      const { context, printed } = anOperator(database);
      await markTransferPaid(context, number, { dryRun }).catch((error: Error & { code?: string }) =>
        printed.push(`${error.code}: ${error.message}`),
      );
      return printed;
    };

    test('a received transfer marks the order as processing once, notifies the customer, and prevents automatic cancellation', async () => {
      const number = await place('bank');
      expect(await pay(number, true)).toEqual([
        `Dry run, nothing is written: the order ${number} would be paid, and the customer notified.`,
      ]);
      expect(await readStatus(number)).toBe('on-hold');
      expect(await pay(number)).toEqual([`The order ${number} is paid; ada@example.com was notified.`]);
      expect(await pay(number)).toEqual([`The order ${number} does not wait for a transfer: nothing was changed.`]);
      expect((await mailsAbout(number)).map(({ subject }) => subject)).toEqual([
        `Your order ${number}`,
        `Your order ${number} is paid`,
      ]);
      expect(await findAudit(database, number)).toEqual([
        {
          who: 'grace',
          action: 'order.paid',
          before: { status: 'on-hold' },
          after: { status: 'processing', by: 'transfer' },
        },
      ]);
      await cancelUnpaidOrders({
        database,
        config: testConfig,
        clock: { now: () => new Date(NOW.getTime() + 30 * 86_400_000) },
      });
      expect(await readStatus(number)).toBe('processing');
    });

    test('an order that does not wait for a transfer is refused', async () => {
      const { number } = await placeOpen();
      expect(await pay(number)).toEqual([
        `refused: The order ${number} waits for its online payment, which the provider reports.`,
      ]);
      expect(await pay('ORD-NONE-NONE')).toEqual(['unknown: No order has the number ORD-NONE-NONE.']);
    });
  });

  describe('refunds', () => {
    test('an order that is not shipped is canceled, its stock restored, the payment refunded once, and the customer notified of both', async () => {
      const before = await stock();
      const { number, paymentId } = await placePaid();
      const { provider, asked } = aProvider();
      const said = await refund(number, { reason: 'damaged' }, { provider });
      const refundId = asked[0]?.refundId ?? '';
      expect(said).toEqual([`Sent back: 320.00 USD for the order ${number} (re-${refundId}).`]);
      expect(asked).toMatchObject([{ paymentId, amountCents: 32_000, currency: 'USD' }]);
      expect([await readStatus(number), await readPayments(number), await stock()]).toEqual([
        'canceled',
        ['refunded'],
        before,
      ]);
      const mails = (await mailsAbout(number)).slice(1);
      expect(mails.map(({ subject }) => subject)).toEqual([
        `Your order ${number} is canceled`,
        `Your refund for order ${number}`,
      ]);
      expect(mails[1]?.text).toContain('$320.00');
      expect(mails.map(({ text }) => text).join()).not.toContain('damaged');
      expect(await findAudit(database, number)).toMatchObject([
        { who: 'sandbox', action: 'order.paid', after: { amount: 320, currency: 'USD' } },
        {
          who: 'grace',
          action: 'order.canceled',
          before: { status: 'processing' },
          after: { refund: 'due', reason: 'damaged' },
        },
        { who: 'grace', action: 'order.refunded', after: { amount: '320.00 USD', refund: `re-${refundId}` } },
      ]);
      expect(await refund(number, {}, { provider })).toEqual([
        `The order ${number} is refunded already: nothing was changed.`,
      ]);
      expect(asked).toHaveLength(1);
    });

    test('the sandbox provider can refund', async () => {
      const { number } = await placePaid();
      expect((await refund(number))[0]).toMatch(/^Sent back: 320.00 USD/);
    });

    test('refunding a shipped order does not restore its stock', async () => {
      const { number } = await placePaid();
      await ship(number);
      const before = await stock();
      await refund(number);
      expect([await readStatus(number), await readPayments(number), await stock()]).toEqual([
        'shipped',
        ['refunded'],
        before,
      ]);
    });

    test('a dry run prints what would happen and does not call the provider', async () => {
      const { number } = await placePaid();
      const { provider, asked } = aProvider();
      expect(await refund(number, { dryRun: true }, { provider })).toEqual([
        'Dry run, nothing is written: 320.00 USD would be refunded, the order canceled and its stock restored, and ada@example.com notified.',
      ]);
      expect([
        await readStatus(number),
        await readPayments(number),
        asked.length,
        (await findAudit(database, number)).map(({ who }) => who),
      ]).toEqual(['processing', ['paid'], 0, ['sandbox']]);
    });

    test('two operators at the same moment: the provider is called once, and one mail is sent', async () => {
      const { number } = await placePaid();
      const { provider, asked } = aProvider();
      const said = (await Promise.all([refund(number, {}, { provider }), refund(number, {}, { provider })])).flat();
      expect(said.filter((line) => line.startsWith('Sent back'))).toHaveLength(1);
      expect(asked).toHaveLength(1);
      expect((await mailsAbout(number)).filter(({ subject }) => subject.startsWith('Your refund'))).toHaveLength(1);
    });

    test('while one operator waits for the provider, another sends nothing', async () => {
      const { number } = await placePaid();
      let second: Promise<string[]> = Promise.resolve([]);
      const { provider, asked } = aProvider(async () => {
        second = refund(number, {}, { provider });
        await second;
      });
      expect((await refund(number, {}, { provider }))[0]).toMatch(/^Sent back/);
      expect(await second).toEqual([
        `The shop is sending a refund of the order ${number} already: nothing more is to do.`,
      ]);
      expect(asked).toHaveLength(1);
    });

    test('after a process dies during a refund, repeating the command does not send the money twice', async () => {
      const { number, paymentId } = await placePaid();
      const { provider, asked, sent } = aProvider();
      // What such a process leaves: the order's part, the turn that it took, and a provider that has done it.
      const dead = {
        ...provider,
        refund: async (request: RefundRequest) =>
          provider.refund(request).then(() => Promise.reject(new Error('killed'))),
      };
      await refund(number, {}, { provider: dead });
      await database.query('UPDATE refunds SET claimed_at = $2 WHERE payment_id = $1', [paymentId, NOW]);
      expect(await refund(number, {}, { provider })).toEqual([expect.stringContaining('is sending a refund')]);
      const later = { now: () => new Date(NOW.getTime() + 121_000) };
      expect((await refund(number, {}, { provider, clock: later }))[0]).toMatch(/^Sent back/);
      expect([asked.length, sent.size, await readPayments(number)]).toEqual([2, 1, ['refunded']]);
      expect((await mailsAbout(number)).filter(({ subject }) => subject.startsWith('Your refund'))).toHaveLength(1);
    });

    test('if the provider does not answer, the refund stays due, and is sent later', async () => {
      const { number } = await placePaid();
      const refusing = { ...aProvider().provider, refund: () => Promise.reject(new Error('closed for the night')) };
      expect((await refund(number, {}, { provider: refusing }))[0]).toMatch(
        /^failed: .*was not confirmed \(closed for the night\): the shop tries again by itself/,
      );
      expect([await readStatus(number), await readPayments(number)]).toEqual(['canceled', ['refund-due']]);
      expect((await refund(number))[0]).toMatch(/^Sent back/);
    });

    test('if the provider refuses, the refund fails, the merchant gets a mail, and the money can be given back again', async () => {
      const { number } = await placePaid();
      const refusing = {
        ...aProvider().provider,
        refund: () => Promise.reject(new PaymentRefused('the card is closed')),
      };
      expect((await refund(number, {}, { provider: refusing }))[0]).toMatch(
        /^failed: .*was refused: the card is closed/,
      );
      expect([await readStatus(number), await readPayments(number)]).toEqual(['canceled', ['refund-due']]);
      const { rows } = await database.query('SELECT recipient, subject, text FROM mails ORDER BY id DESC LIMIT 1');
      expect(rows).toMatchObject([
        {
          recipient: 'merchant@shop.test',
          subject: `A refund for order ${number} failed`,
          text: expect.stringContaining('320.00 USD could not be sent back: the card is closed'),
        },
      ]);
      expect((await refund(number))[0]).toMatch(/^Sent back/);
    });

    test('an amount goes back without canceling the order, more than is left does not', async () => {
      const { number } = await placePaid();
      expect((await refund(number, { amountCents: 500 }))[0]).toMatch(/^Sent back: 5.00 USD/);
      expect([await readStatus(number), await readPayments(number)]).toEqual(['processing', ['paid']]);
      expect(await refund(number, { amountCents: 31_501 })).toEqual([
        `refused: Only $315.00 is left of what was received for the order ${number}.`,
      ]);
      expect((await refund(number, { amountCents: 31_500 }))[0]).toMatch(/^Sent back: 315.00 USD/);
      expect([await readStatus(number), await readPayments(number)]).toEqual(['processing', ['refunded']]);
    });

    test('a transfer that was sent back by hand is recorded', async () => {
      const number = await place('bank');
      const { context } = anOperator(database);
      await markTransferPaid(context, number, { dryRun: false });
      expect(await refund(number)).toEqual([`Sent back: 320.00 USD for the order ${number} (by hand).`]);
      expect([await readStatus(number), await readPayments(number)]).toEqual(['canceled', ['refunded']]);
    });

    test('a payment of a wrong amount is refunded in full, and --owed leaves the order pending', async () => {
      const { number, paymentId } = await placeOpen();
      await tell(paymentId, { amountCents: 123, currency: 'EUR' });
      const { provider, asked } = aProvider();
      expect((await refund(number, { owedOnly: true }, { provider }))[0]).toContain('1.23 EUR');
      expect(asked).toMatchObject([{ amountCents: 123, currency: 'EUR' }]);
      expect(await readStatus(number)).toBe('pending-payment');
      expect((await mailsAbout(number)).at(-1)?.text).toContain('€1.23');
    });

    test('a payment event repeated after the refund causes no new refund', async () => {
      const { number, paymentId } = await placePaid();
      await refund(number);
      await tell(paymentId);
      expect(await readPayments(number)).toEqual(['refunded']);
    });

    test('orders that were not paid online, or by another provider, are not refunded', async () => {
      const bank = await place('bank');
      expect(await refund(bank)).toEqual([`refused: The order ${bank} has no payment to send back.`]);
      expect(await readStatus(bank)).toBe('on-hold');
      const { number } = await placePaid();
      expect(await refund(number, { owedOnly: true })).toEqual([`refused: The order ${number} owes nothing back.`]);
      expect(await refund(number, {}, { provider: undefined })).toEqual([
        'refused: The payment was taken by "sandbox", and PAYMENT_PROVIDER names another: send the money back there.',
      ]);
      expect([await readStatus(number), await readPayments(number)]).toEqual(['processing', ['paid']]);
      expect(await refund('ORD-NONE-NONE')).toEqual(['unknown: No order has the number ORD-NONE-NONE.']);
    });
  });

  test('the list is newest first, filtered, paged, and free of control characters', async () => {
    const body = anOrderBody();
    const [first, second] = [
      await place('cash', { billing: { ...body.billing, email: 'list@example.com' } }),
      await place('bank', { billing: { ...body.billing, email: 'LIST@example.com' } }),
    ];
    const { context, printed } = anOperator(database);
    const list = async (question: Partial<typeof LIST> | Record<string, unknown>, json = false): Promise<string[]> => {
      printed.length = 0;
      await listOrders(context, { ...LIST, ...question }, { json });
      return [...printed];
    };
    const [headings, ...lines] = await list({ email: 'list@example.com' });
    expect(headings).toMatch(/^NUMBER +STATUS +PLACED +KEPT UNTIL +TOTAL +PIECES +PAID BY +DELIVERY +EMAIL$/);
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(`^${second} +on-hold +2026-11-21 12:00 +2026-11-22 12:00 +320.00 +1 +bank +LIST@example.com$`),
      ),
      expect.stringContaining(first),
      '1 to 2 of 2',
    ]);
    expect((await list({ email: 'list@example.com', status: 'processing' }))[1]).toContain(first);
    expect((await list({ email: 'list@example.com', pageSize: 1 })).at(-1)).toBe('1 to 1 of 2; --page 2 shows more');
    expect((await list({ email: 'list@example.com', pageSize: 1, page: 2 }))[1]).toContain(first);
    expect(await list({ email: 'list@example.com', page: 9 })).toEqual(['There is no page 9: 2 orders make 1.']);
    expect(await list({ since: new Date('2026-11-22T00:00:00Z') })).toEqual(['No orders.']);
    expect(JSON.parse((await list({ email: 'list@example.com' }, true)).join('\n'))).toMatchObject({
      total: 2,
      items: [
        { number: second, refund_due: false },
        { number: first, total: 320 },
      ],
    });
    await database.query("UPDATE payments SET status = 'refunded' WHERE status = 'refund-due'");
    const { number, paymentId } = await placeOpen();
    await tell(paymentId, { amountCents: 1 });
    expect((await list({ owed: true })).slice(1, -1)).toEqual([
      expect.stringMatching(new RegExp(`^${number} +pending-payment, refund due `)),
    ]);
    await database.query(
      `UPDATE orders SET billing = jsonb_set(billing, '{email}', '"\\u001b[2Jx@example.com"') WHERE number = $1`,
      [number],
    );
    expect((await list({ owed: true })).join('')).not.toContain('\u001b');
  });
});
