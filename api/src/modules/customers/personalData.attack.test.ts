import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { aJob } from '../../audit/Actor';
import { insertAudit } from '../../audit/auditRepository';
import { findAudit } from '../../testing/anOperator';
import { StaffVisitor } from '../../testing/StaffVisitor';
import { anOrderBody, aPostalAddress, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { PASSWORD, Visitor } from '../../testing/Visitor';
import { deleteLastMails, insertMail } from '../mail/mailsRepository';
import { eraseDueCustomers } from './erasures';
import { PERSONAL_DATA } from './personalData';

const DAY_MS = 86_400_000;
const EMAIL = 'Kim.Canary@example.com'.toLowerCase();
/** What is typed by a person or about them, and is nowhere else. */
const CANARIES = {
  name: 'Kim Canaryname',
  first: 'Canaryfirst',
  street: '7 Canarystreet',
  town: 'Canarytown',
  phone: '+1 503 555 0177',
  zip: '97209',
  notes: 'Canarynotes at the door',
  engraving: 'Canaryword',
  comment: 'Canarycomment, a fine ring',
  message: 'Canarymessage about my order',
  note: 'Canarynote of a colleague',
  reason: 'Canaryreason',
  tracking: 'CANARY1Z999',
  subject: 'canary-google-subject',
} as const;

describe.each(databaseKinds)('everything about a person on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let ada: StaffVisitor;
  let now: Date;
  const clock = { now: () => now };
  const failed: unknown[] = [];
  const work = () =>
    eraseDueCustomers({
      database,
      clock,
      config: { publicUrl: 'http://shop.test' },
      onError: (error) => failed.push(error),
    });
  const advance = (ms: number): void => void (now = new Date(now.getTime() + ms));

  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, clock);
  }, 60_000);
  beforeEach(async () => {
    now = new Date('2026-11-21T12:00:00Z');
    failed.length = 0;
    await database.query('ALTER TABLE audit_log DISABLE TRIGGER ALL');
    for (const table of [
      'orders',
      'accounts',
      'staff',
      'reviews',
      'contact_messages',
      'mails',
      'counters',
      'audit_log',
    ])
      await database.query(`DELETE FROM ${table}`);
    for (const table of ['mailed_codes', 'code_mails', 'codes', 'challenges'])
      await database.query(`DELETE FROM ${table}`);
    await database.query("DELETE FROM coupons WHERE code = 'FORKIM'");
    await database.query("UPDATE products SET stock = 50, held = 0 WHERE id = 'ring-halo'");
    await database.query('ALTER TABLE audit_log ENABLE TRIGGER ALL');
    ada = await new StaffVisitor(app, database, clock).join('ada@example.com', 'support');
  });
  afterEach(() => expect(failed).toEqual([]));
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const billing = {
    ...anOrderBody().billing,
    firstName: CANARIES.first,
    streetAddress: CANARIES.street,
    townCity: CANARIES.town,
    state: 'OR',
    zipCode: CANARIES.zip,
    phone: CANARIES.phone,
    email: EMAIL,
    orderNotes: CANARIES.notes,
  };
  const placeOrder = async (visitor: Visitor, overrides: Partial<ReturnType<typeof anOrderBody>> = {}) =>
    (
      await visitor.post('/orders', anOrderBody({ billing, ...overrides }), {
        headers: { 'idempotency-key': newKey() },
      })
    ).json<{ order: { number: string } }>().order.number;
  const deliver = (number: string) =>
    database.query(
      "UPDATE orders SET status = 'shipped', holds_stock = false, held_until = NULL, created_at = created_at WHERE number = $1",
      [number],
    );
  const register = async (email = EMAIL) => {
    const visitor = new Visitor(app, database, '10.4.4.4');
    const { id } = (await visitor.register(email)).json<{ user: { id: string } }>().user;
    return { visitor, id };
  };

  /** A customer who has used all that the shop has. */
  const live = async () => {
    const { visitor, id } = await register();
    await visitor.patch('/me', { name: CANARIES.name, phone: CANARIES.phone });
    await visitor.post('/addresses', {
      ...aPostalAddress,
      label: 'Home',
      firstName: CANARIES.first,
      streetAddress: CANARIES.street,
      townCity: CANARIES.town,
    });
    const number = await placeOrder(visitor);
    const guest = await placeOrder(new Visitor(app, database, '10.5.5.5'));
    await database.query(
      `UPDATE order_lines SET choices = $2, name = $3 WHERE order_id = (SELECT id FROM orders WHERE number = $1)`,
      [
        number,
        JSON.stringify({ engraving: { text: CANARIES.engraving, font: 'script' } }),
        `Halo Ring, engraved “${CANARIES.engraving}” (script)`,
      ],
    );
    await database.query(`UPDATE orders SET shipping_address = $2 WHERE number = $1`, [
      number,
      JSON.stringify({ ...aPostalAddress, streetAddress: CANARIES.street }),
    ]);
    await database.query(
      `INSERT INTO shipments (order_number, lines, carrier, tracking, sent_at, delivered_at) VALUES ($1, '[]', 'UPS', $2, $3, $3)`,
      [number, CANARIES.tracking, now],
    );
    for (const each of [number, guest]) await deliver(each);
    await visitor.post('/wishlist', { product_ids: ['ring-halo'] });
    await visitor.put('/cart', {
      version: 0,
      items: [{ product_id: 'ring-halo', variant_id: null, quantity: 2 }],
      coupon_code: null,
    });
    await database.query(
      `INSERT INTO reviews (product_id, account_id, user_name, rating, comment, status, created_at) VALUES
         ('ring-halo', $1, $2, 5, $3, 'published', $4), ('ring-eternity', $1, $2, 1, $3, 'waiting', $4)`,
      [id, CANARIES.name, CANARIES.comment, now],
    );
    await database.query(
      `INSERT INTO contact_messages (store, name, email, subject, message, spam, fingerprint, created_at) VALUES ('Oriel', $1, $2, 'Hello', $3, false, 'x', $4)`,
      [CANARIES.name, 'KIM.canary@example.com', CANARIES.message, now],
    );
    await database.query(
      `INSERT INTO account_identities (provider, subject, account_id, created_at) VALUES ('google', $1, $2, $3)`,
      [CANARIES.subject, id, now],
    );
    await database.query(`INSERT INTO coupons (code, kind, amount, email) VALUES ('FORKIM', 'percent', 10, $1)`, [
      EMAIL,
    ]);
    await ada.post(`/customers/${id}/notes`, { text: CANARIES.note });
    await database.transaction((connection) =>
      insertAudit(
        connection,
        {
          actor: aJob('test'),
          action: 'order.canceled',
          subject: number,
          after: { reason: CANARIES.reason, refund: 'due' },
        },
        now,
      ),
    );
    await new Visitor(app, database).post('/forgot-password', { email: EMAIL });
    await app.afterReply.settled();
    return { visitor, id, number, guest };
  };

  const listTables = async (): Promise<string[]> =>
    (
      await database.query<{ name: string }>(
        `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
      )
    ).rows.map(({ name }) => name);
  /** Returns the tables in which a text is, in whatever column. */
  const findText = async (text: string): Promise<string[]> => {
    const found = [];
    for (const table of await listTables()) {
      const { rowCount } = await database.query(
        `SELECT 1 FROM "${table}" t WHERE strpos(lower(t::text), lower($1)) > 0 LIMIT 1`,
        [text],
      );
      if (rowCount) found.push(table);
    }
    return found;
  };

  test('is read from every table that has an owner, or the table is named with a reason (product 17.8)', async () => {
    const { rows } = await database.query<{ table: string }>(
      `WITH RECURSIVE links AS (
         SELECT DISTINCT c.conrelid::regclass::text AS child, c.confrelid::regclass::text AS parent FROM pg_constraint c WHERE c.contype = 'f'),
       owned AS (
         SELECT DISTINCT table_name::text AS name FROM information_schema.columns
         WHERE table_schema = 'public' AND column_name ~ '(^|_)(account|email|recipient|customer|phone|billing|holder|order_number|order_id|user)(_|$|s$)'
         UNION SELECT child FROM links JOIN owned ON owned.name = links.parent)
       SELECT replace(name, '"', '') AS table FROM owned ORDER BY 1`,
    );
    const owned = rows.map(({ table }) => table).filter((table) => !table.startsWith('staff_'));
    expect(owned.length).toBeGreaterThan(25);
    expect(owned.filter((table) => !(table in PERSONAL_DATA))).toEqual([]);
    const known = await listTables();
    expect(Object.keys(PERSONAL_DATA).filter((table) => !known.includes(table))).toEqual([]);
  });

  test('is in one file, as JSON and as a page, without secrets (product 17.7)', async () => {
    const { id, number, guest } = await live();
    await register('other-person@example.com');
    const json = await ada.post(`/customers/${id}/export`, { format: 'json' });
    const { name, content } = json.json<{ name: string; content: string }>();
    expect(name).toBe('personal-data-2026-11-21.json');
    for (const canary of [...Object.values(CANARIES), EMAIL, number, guest, 'FORKIM', 'ring-halo', 'Welcome to Oriel'])
      expect([canary, content.includes(JSON.stringify(canary).slice(1, -1))]).toEqual([canary, true]);
    const data = JSON.parse(content) as { parts: { title: string; rows: object[] }[] };
    expect(data.parts.filter(({ rows }) => rows.length === 0).map(({ title }) => title)).toEqual(['Erasure']);
    const page = (await ada.post(`/customers/${id}/export`, { format: 'html' })).json<{ content: string }>().content;
    for (const canary of [...Object.values(CANARIES), EMAIL, number, guest])
      expect([canary, page.includes(canary)]).toEqual([canary, true]);
    const { rows } = await database.query<{ secret: string }>(
      `SELECT password_hash AS secret FROM accounts WHERE id = $1 UNION ALL SELECT secret_hash FROM sessions UNION ALL SELECT code FROM mails WHERE code IS NOT NULL`,
      [id],
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const { secret } of rows) expect([content, page].some((text) => text.includes(secret))).toBe(false);
    expect(content + page).not.toMatch(/other-person|#(login|reset)=|argon2/);
    expect((await findAudit(database, id)).map(({ action }) => action)).toEqual([
      'customer.noted',
      'customer.exported',
      'customer.exported',
    ]);
  });

  test('is text in the page, whatever it looks like (product 17.7)', async () => {
    const { visitor, id } = await register();
    await visitor.patch('/me', { name: '<script>alert(1)</script>' });
    await ada.post(`/customers/${id}/notes`, { text: '"><img src=x onerror=alert(1)>' });
    const page = (await ada.post(`/customers/${id}/export`, { format: 'html' })).json<{ content: string }>().content;
    expect(page).not.toMatch(/<script|<img|javascript:/i);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  test('is read as it is at one moment, while orders come in (product 17.7)', async () => {
    const { visitor, id } = await register();
    const exporting = Array.from({ length: 5 }, () => ada.post(`/customers/${id}/export`, { format: 'json' }));
    const ordering = Array.from({ length: 3 }, () => placeOrder(visitor));
    const numbers = await Promise.all(ordering);
    for (const response of await Promise.all(exporting)) {
      const { parts } = JSON.parse(response.json<{ content: string }>().content) as {
        parts: { title: string; rows: Record<string, unknown>[] }[];
      };
      const read = (title: string) => parts.find((part) => part.title === title)?.rows ?? [];
      const ordered = read('Activity').filter(({ kind: what }) => what === 'order-placed');
      // Whatever was read of an order, all of it was.
      expect(
        read('Orders')
          .map((order) => order['number'])
          .sort(),
      ).toEqual(ordered.map(({ detail }) => detail).sort());
      expect(read('Orders').every(({ lines }) => Array.isArray(lines) && lines.length === 1)).toBe(true);
    }
    expect(numbers).toHaveLength(3);
  });

  test('is taken out only by who has just confirmed it (security 7.27)', async () => {
    const { id } = await register();
    advance(6 * 60_000);
    for (const [path, body] of [
      ['export', { format: 'json' }],
      ['erasure', undefined],
    ] as const)
      expect((await ada.post(`/customers/${id}/${path}`, body)).json().code).toBe('CONFIRMATION_NEEDED');
    expect(await findAudit(database, id)).toEqual([]);
    await ada.confirm();
    expect((await ada.post(`/customers/${id}/export`, { format: 'odd' })).statusCode).toBe(400);
    expect((await ada.post(`/customers/${id}/export`, { format: 'json' })).statusCode).toBe(200);
    expect((await ada.post('/customers/nobody/export', { format: 'json' })).json().code).toBe('CUSTOMER_NOT_FOUND');
  });

  test('is erased after a week, everywhere; orders stay without the person (product 17.10)', async () => {
    const { visitor, id, number, guest } = await live();
    const other = await register('other-person@example.com');
    const kept = await placeOrder(other.visitor, {
      billing: { ...anOrderBody().billing, email: 'other-person@example.com' },
    });
    const started = await ada.post(`/customers/${id}/erasure`);
    expect(started.json().data).toMatchObject({
      erasure: { due_at: '2026-11-28T12:00:00.000Z', obstacle: null },
      erasure_by: 'Ada',
    });
    expect((await visitor.readMails(EMAIL)).at(-1)?.subject).toBe('Your account will be erased on November 28, 2026');
    advance(7 * DAY_MS - 1);
    await work();
    expect((await database.query('SELECT 1 FROM accounts WHERE id = $1', [id])).rowCount).toBe(1);
    advance(1);
    await Promise.all([work(), work()]);

    // What somebody has said about a product in public stays, as a customer's word.
    for (const canary of Object.values(CANARIES))
      expect([canary, await findText(canary)]).toEqual([canary, canary === CANARIES.comment ? ['reviews'] : []]);
    expect(await findText(EMAIL)).toEqual(['mails']);
    const mails = await visitor.readMails(EMAIL);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your account is erased']);
    await database.query('UPDATE mails SET sent_at = $1', [now]);
    await deleteLastMails(database, now);
    expect(await findText(EMAIL)).toEqual([]);
    expect((await visitor.get('/me')).statusCode).toBe(401);
    expect((await new Visitor(app, database, '10.6.6.6').login(EMAIL, PASSWORD)).json().code).toBe(
      'INVALID_CREDENTIALS',
    );
    await ada.signIn();
    for (const each of [number, guest]) {
      const { order, account, timeline } = (await ada.get(`/orders/${each}`)).json().data;
      expect(order).toMatchObject({
        number: each,
        total: 320,
        created_at: expect.stringMatching(/^2026-11-21/),
        lines: [{ quantity: 1, unit_price: 320 }],
        billing: { firstName: 'Erased', lastName: 'customer', country: 'US', state: 'OR', email: '', zipCode: '' },
      });
      expect(account).toBeNull();
      expect(JSON.stringify(timeline)).not.toContain('Canary');
    }
    const { rows } = await database.query<{ name: string; choices: unknown }>(
      'SELECT name, choices FROM order_lines WHERE order_id = (SELECT id FROM orders WHERE number = $1)',
      [number],
    );
    expect(rows).toEqual([
      { name: 'Halo Ring, engraved “Erased” (script)', choices: { engraving: { text: 'Erased', font: 'script' } } },
    ]);
    const reviews = await database.query(
      "SELECT user_name, rating, account_id FROM reviews WHERE user_name = 'A customer'",
    );
    expect(reviews.rows).toEqual([{ user_name: 'A customer', rating: 5, account_id: null }]);
    expect((await ada.get(`/customers/${id}`)).json().code).toBe('CUSTOMER_NOT_FOUND');
    expect((await findAudit(database, id)).map(({ who, action, after }) => [who, action, after])).toEqual([
      ['Ada', 'customer.noted', { note: 'Erased' }],
      ['Ada', 'customer.erasure-started', { due_at: '2026-11-28T12:00:00.000Z' }],
      ['erasure', 'customer.erased', null],
    ]);
    expect((await findAudit(database, number)).at(-1)).toMatchObject({ after: { reason: 'Erased', refund: 'due' } });
    // Nobody else was touched.
    expect((await ada.get(`/orders/${kept}`)).json().data.account.email).toBe('other-person@example.com');
    // The address is free again.
    expect((await register()).id).not.toBe(id);
  });

  test('mails an erased customer nothing about their orders (product 17.12)', async () => {
    const { id, number } = await live();
    await ada.post(`/customers/${id}/erasure`);
    advance(7 * DAY_MS);
    await work();
    const carl = await new StaffVisitor(app, database, clock).join('carl@example.com', 'orders', 'Carl');
    const refused = await carl.post(`/orders/${number}/mails`, { kind: 'confirmation' });
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'The customer of this order was erased.']);
    expect((await database.query("SELECT 1 FROM mails WHERE recipient = ''")).rowCount).toBe(0);
  });

  test('an order of an erased customer is opened by nobody with an address, or without one (product 17.10)', async () => {
    const { id, number, guest } = await live();
    await ada.post(`/customers/${id}/erasure`);
    advance(7 * DAY_MS);
    await work();
    for (const each of [number, guest])
      for (const body of [{}, { email: EMAIL }, { email: 'erased@example.invalid' }, { email: '' }, { email: '   ' }]) {
        const opened = await new Visitor(app, database, '10.9.9.9').post(`/orders/${each}/access`, body);
        expect([body, [400, 403, 404].includes(opened.statusCode), opened.json().order]).toEqual([
          body,
          true,
          undefined,
        ]);
      }
  });

  test.each([
    ['unpaid', "status = 'on-hold'", 'is not paid yet'],
    ['being packed', "status = 'processing', holds_stock = false", 'is being packed'],
  ])('is not erased while an order is %s (product 17.11)', async (_what, state, sentence) => {
    const { visitor, id } = await register();
    const number = await placeOrder(visitor);
    await database.query(`UPDATE orders SET ${state} WHERE number = $1`, [number]);
    const refused = await ada.post(`/customers/${id}/erasure`);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'ERASURE_REFUSED']);
    expect(refused.json().message).toContain(`Order ${number} ${sentence}`);
    expect(await findAudit(database, id)).toEqual([]);
    expect((await database.query('SELECT 1 FROM erasures')).rowCount).toBe(0);
  });

  test('is not erased while an order is on its way or its money is not settled (product 17.11)', async () => {
    const { visitor, id } = await register();
    const number = await placeOrder(visitor);
    await deliver(number);
    await database.query(
      "INSERT INTO shipments (order_number, lines, carrier, tracking, sent_at) VALUES ($1, '[]', '', '', $2)",
      [number, now],
    );
    const message = async (): Promise<string> => (await ada.post(`/customers/${id}/erasure`)).json().message;
    expect(await message()).toContain(`Order ${number} is on its way.`);
    await database.query('UPDATE shipments SET delivered_at = $1', [now]);
    await database.query(
      `INSERT INTO payments (id, order_number, provider, status, amount_cents, created_at) VALUES ('pay-1', $1, 'bank', 'refund-due', 100, $2)`,
      [number, now],
    );
    expect(await message()).toContain(`Money of order ${number} is still to be settled.`);
    // The bank has decided, and given the customer the money.
    await database.query("UPDATE payments SET dispute = 'lost'");
    expect(await message()).toBe('The customer is erased in a week.');
  });

  test('is erased although a refund has failed, once as much has gone back (product 17.11)', async () => {
    const { visitor, id } = await register();
    const number = await placeOrder(visitor);
    await deliver(number);
    await database.query(
      `INSERT INTO payments (id, order_number, provider, status, amount_cents, created_at) VALUES ('pay-2', $1, 'sandbox', 'paid', 32000, $2)`,
      [number, now],
    );
    const giveBack = (refund: string, state: string, cents: number) =>
      database.query(
        `INSERT INTO refunds (id, order_number, payment_id, amount_cents, currency, lines, reason, state, actor, created_at, send_after, confirmed_at)
         VALUES ($1, $2, 'pay-2', $3, 'USD', '[]', '', $4, '{}', $5, $5, $5)`,
        [refund, number, cents, state, now],
      );
    const message = async (): Promise<string> => (await ada.post(`/customers/${id}/erasure`)).json().message;
    const unsettled = expect.stringContaining(`Money of order ${number} is still to be settled.`);
    await giveBack('failed', 'failed', 500);
    expect(await message()).toEqual(unsettled);
    advance(60_000);
    await giveBack('a-part', 'sent', 300);
    expect(await message()).toEqual(unsettled);
    await giveBack('the-rest', 'due', 200);
    expect(await message()).toEqual(unsettled);
    await database.query("UPDATE refunds SET state = 'sent' WHERE id = 'the-rest'");
    expect(await message()).toBe('The customer is erased in a week.');
    advance(7 * DAY_MS);
    await work();
    expect((await database.query('SELECT 1 FROM accounts WHERE id = $1', [id])).rowCount).toBe(0);
  });

  test('is erased later if an order came in meanwhile, and the customer is told once (product 17.11)', async () => {
    const { visitor, id } = await register();
    await ada.post(`/customers/${id}/erasure`);
    const number = await placeOrder(visitor);
    for (let day = 0; day < 10; day += 1) {
      advance(DAY_MS);
      await work();
    }
    await ada.signIn();
    const { erasure, timeline } = (await ada.get(`/customers/${id}`)).json().data;
    expect(erasure).toEqual({ due_at: '2026-12-02T12:00:00.000Z', obstacle: expect.stringContaining(number) });
    expect(timeline.map(({ action }: { action: string }) => action)).toEqual([
      'customer.erasure-postponed',
      'customer.erasure-started',
    ]);
    const postponed = (await visitor.readMails(EMAIL)).filter(
      ({ subject }) => subject === 'Your account is not erased yet',
    );
    expect(postponed).toHaveLength(1);
    expect(postponed[0]?.text).toContain(number);
    await deliver(number);
    advance(DAY_MS);
    await work();
    expect((await database.query('SELECT 1 FROM accounts WHERE id = $1', [id])).rowCount).toBe(0);
  });

  test('a stranger’s order with the address stops nothing, and stays until it is over (security 7.28)', async () => {
    const { id } = await register();
    const number = await placeOrder(new Visitor(app, database, '10.7.7.7'));
    expect((await ada.post(`/customers/${id}/erasure`)).statusCode).toBe(200);
    advance(7 * DAY_MS);
    await work();
    expect((await database.query('SELECT 1 FROM accounts WHERE id = $1', [id])).rowCount).toBe(0);
    const { rows } = await database.query<{ email: string }>(
      "SELECT billing ->> 'email' AS email FROM orders WHERE number = $1",
      [number],
    );
    expect(rows).toEqual([{ email: EMAIL }]);
  });

  test('a mail that is queued about an order while its customer is erased is never sent (product 17.12)', async () => {
    const { id, number } = await live();
    await ada.post(`/customers/${id}/erasure`);
    advance(7 * DAY_MS);
    let erasing: Promise<void> | undefined;
    await database.transaction(async (connection) => {
      await connection.query('SELECT 1 FROM orders WHERE number = $1 FOR UPDATE', [number]);
      erasing = work();
      // On PostgreSQL, it has deleted what it found by then, and waits for the order.
      for (let tries = 0; tries < 200; tries += 1) await connection.query('SELECT 1');
      const mail = { to: EMAIL, subject: `Your order ${number}`, text: CANARIES.street, html: '' };
      await insertMail(connection, mail, now);
    });
    await erasing;
    expect((await database.query('SELECT 1 FROM accounts WHERE id = $1', [id])).rowCount).toBe(0);
    expect(await findText(CANARIES.street)).toEqual([]);
    expect((await new Visitor(app, database).readMails(EMAIL)).map(({ subject }) => subject)).toEqual([
      'Your account is erased',
    ]);
  });

  test('what was written in the contact form leaves the mails, too, once it was forwarded (product 17.10)', async () => {
    const { visitor, id } = await register();
    const message = { store: 'jewellery-store', name: CANARIES.name, email: EMAIL, message: CANARIES.message };
    const write = (by: Visitor, more: object) => by.post('/contact', { ...message, ...more });
    const subject = 'I, Canaryname, was billed twice';
    expect((await write(visitor, { subject })).statusCode).toBe(200);
    const other = new Visitor(app, database, '10.8.8.8');
    advance(1);
    await write(other, { email: 'other-person@example.com', name: 'Other', message: 'Hello', subject });
    await database.query("UPDATE mails SET sent_at = $1, text = '', html = '', code = NULL, reply_to = NULL", [now]);
    await write(other, { email: 'other-person@example.com', name: 'Other', message: 'Again', subject });
    await ada.post(`/customers/${id}/erasure`);
    advance(7 * DAY_MS);
    await work();
    const { rows } = await database.query("SELECT reply_to FROM mails WHERE subject LIKE 'Contact: %' ORDER BY id");
    // Those of the other person.
    expect(rows).toEqual([{ reply_to: null }, { reply_to: 'other-person@example.com' }]);
  });

  test('tracking numbers leave the audit, too, those before a correction as well (product 17.10)', async () => {
    const { visitor, id } = await register();
    const number = await placeOrder(visitor);
    await database.query("UPDATE orders SET status = 'processing', holds_stock = false WHERE number = $1", [number]);
    const carl = await new StaffVisitor(app, database, clock).join('carl@example.com', 'orders', 'Carl');
    const sent = await carl.post(`/orders/${number}/shipments`, { carrier: 'UPS', tracking: CANARIES.tracking });
    const [shipment] = sent.json<{ data: { shipments: { id: number; version: number }[] } }>().data.shipments;
    const tracking = 'CANARY1Z888';
    const way = { carrier: 'UPS', tracking, delivered: true, version: shipment?.version };
    expect((await carl.patch(`/orders/${number}/shipments/${shipment?.id}`, way)).statusCode).toBe(200);
    expect(await findText(CANARIES.tracking)).toEqual(expect.arrayContaining(['audit_log']));
    await ada.post(`/customers/${id}/erasure`);
    advance(7 * DAY_MS);
    await work();
    expect((await database.query('SELECT 1 FROM accounts WHERE id = $1', [id])).rowCount).toBe(0);
    for (const text of [CANARIES.tracking, tracking]) expect([text, await findText(text)]).toEqual([text, []]);
    expect((await findAudit(database, number)).at(-1)).toMatchObject({
      action: 'order.delivered',
      before: { carrier: 'UPS', tracking: 'Erased', delivered: false },
      after: { carrier: 'UPS', tracking: 'Erased', delivered: true },
    });
  });

  test('a guest’s order with the address goes the same way once it is over (product 17.10)', async () => {
    const { id } = await register();
    const number = await placeOrder(new Visitor(app, database, '10.7.7.7'));
    await ada.post(`/customers/${id}/erasure`);
    advance(7 * DAY_MS);
    await work();
    expect(await findText(CANARIES.street)).toContain('orders');
    await deliver(number);
    for (let day = 0; day < 3; day += 1) {
      advance(DAY_MS);
      await work();
    }
    expect(await findText(CANARIES.street)).toEqual([]);
    expect(await findText(number)).not.toContain('mails');
  });

  test('is kept by whoever says so in time, also at the last moment; twice is once (product 17.9)', async () => {
    const { visitor, id } = await register();
    for (let times = 0; times < 2; times += 1) await ada.post(`/customers/${id}/erasure`);
    advance(7 * DAY_MS);
    await ada.signIn();
    await Promise.all([ada.delete(`/customers/${id}/erasure`), work()]);
    const isKept = (await database.query('SELECT 1 FROM accounts WHERE id = $1', [id])).rowCount === 1;
    const actions = (await findAudit(database, id)).map(({ action }) => action);
    expect(actions).toEqual(['customer.erasure-started', isKept ? 'customer.erasure-stopped' : 'customer.erased']);
    const subjects = (await visitor.readMails(EMAIL)).map(({ subject }) => subject);
    expect(subjects.at(-1)).toBe(isKept ? 'Your account is kept' : 'Your account is erased');
  });

  test('an order that is placed while its customer is erased is refused as a whole (security 7.29)', async () => {
    const { visitor, id } = await register();
    let placing: ReturnType<Visitor['post']> | undefined;
    await database.transaction(async (connection) => {
      await connection.query('DELETE FROM accounts WHERE id = $1', [id]);
      placing = visitor.post('/orders', anOrderBody({ billing }), { headers: { 'idempotency-key': newKey() } });
      // On PostgreSQL, it has read its session by then, and waits for what becomes of the account.
      for (let tries = 0; tries < 50; tries += 1) await connection.query('SELECT 1');
    });
    expect((await placing)?.statusCode).toBe(401);
    expect((await database.query('SELECT 1 FROM orders')).rowCount).toBe(0);
  });

  test('an erasure that fails in the middle erases nothing, and others go on (security 7.29)', async () => {
    const { id } = await live();
    const other = await register('other-person@example.com');
    for (const each of [id, other.id]) await ada.post(`/customers/${each}/erasure`);
    await database.query('ALTER TABLE orders ADD CONSTRAINT planted CHECK (account_id IS NOT NULL) NOT VALID');
    advance(7 * DAY_MS);
    await work();
    expect(failed.splice(0)).toHaveLength(1);
    expect(await findText(CANARIES.note)).toEqual(['audit_log']);
    expect((await findText(CANARIES.street)).sort()).toEqual(['addresses', 'mails', 'orders']);
    expect((await database.query('SELECT 1 FROM accounts WHERE id = $1', [other.id])).rowCount).toBe(0);
    await database.query('ALTER TABLE orders DROP CONSTRAINT planted');
    await work();
    expect(await findText(CANARIES.street)).toEqual([]);
  });

  test('words about a person leave the audit, and nothing else of it changes (product 17.17)', async () => {
    const { id } = await live();
    const change = (set: string) => database.query(`UPDATE audit_log SET ${set} WHERE subject = $1`, [id]);
    for (const set of [
      "after = '{}'",
      'after = NULL',
      `after = '{"note": "another"}'`,
      "actor_name = 'nobody'",
      "before = '{}'",
      'at = now()',
    ])
      await expect(change(set)).rejects.toThrow('The audit log is append-only');
    await expect(database.query('DELETE FROM audit_log')).rejects.toThrow('The audit log is append-only');
    await change('after = redact_audit(after)');
    expect(await findAudit(database, id)).toEqual([
      { who: 'Ada', action: 'customer.noted', before: null, after: { note: 'Erased' } },
    ]);
  });
});
