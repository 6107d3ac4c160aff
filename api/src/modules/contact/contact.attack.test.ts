import type { ContactMessage } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { deleteOldContactMessages } from './contactRepository';

const aMessage = (overrides: Partial<ContactMessage> = {}): ContactMessage => ({
  store: 'jewellery-store',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'Resizing',
  message: 'Can you make it smaller?\nThank you.',
  ...overrides,
});

describe.each(databaseKinds)('the contact form on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let now = new Date('2026-11-21T12:00:00Z');
  let networks = 0;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, { trustedProxies: 1 }, { now: () => now });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    now = new Date('2026-11-21T12:00:00Z');
    networks += 1;
    await database.query('DELETE FROM contact_messages');
    await database.query('DELETE FROM mails');
    await database.query('DELETE FROM counters');
  });

  const send = (body: unknown, address = `203.0.113.${networks}`) =>
    app.inject({
      method: 'POST',
      url: '/api/contact',
      headers: { 'x-forwarded-for': address, 'sec-fetch-site': 'same-origin' },
      payload: body as object,
    });
  const readMessages = async () =>
    (await database.query('SELECT store, name, email, subject, message, spam FROM contact_messages ORDER BY id')).rows;
  const readMails = async () =>
    (await database.query('SELECT recipient, reply_to, subject, text, html FROM mails ORDER BY id')).rows;

  test('a message is stored and mailed to support, with its author as the reply address', async () => {
    const response = await send(aMessage());
    expect(response.json()).toMatchObject({ status: true, message: expect.stringContaining('Thank you') });
    expect(await readMessages()).toEqual([{ ...aMessage(), spam: false }]);
    expect(await readMails()).toMatchObject([
      {
        recipient: 'support@shop.test',
        reply_to: 'ada@example.com',
        subject: 'Contact: Resizing',
        text: expect.stringContaining('Can you make it smaller?\nThank you.'),
      },
    ]);
  });

  test('the message itself is optional', async () => {
    expect((await send(aMessage({ message: '' }))).statusCode).toBe(200);
    expect(await readMails()).toMatchObject([{ text: expect.stringContaining('(no message)') }]);
  });

  test.each([
    ['name', ''],
    ['name', '   '],
    ['name', 'Ada\r\nBcc: everybody@example.com'],
    ['email', 'ada'],
    ['email', 'ada@example.com\r\nBcc: everybody@example.com'],
    ['email', 'ada@example.com, bob@example.com'],
    ['subject', ''],
    ['subject', 'x'.repeat(201)],
    ['subject', 'Hello\nBcc: everybody@example.com'],
    ['message', 'x'.repeat(5_001)],
    ['store', 'nowhere'],
    ['role', 'admin'],
  ])('the %s %j is reported by field, and nothing is stored', async (field, value) => {
    const response = await send({ ...aMessage(), [field]: value });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toHaveProperty(field);
    expect(await readMessages()).toEqual([]);
    expect(await readMails()).toEqual([]);
  });

  test('a missing field is reported by name', async () => {
    const { store, name, subject, message } = aMessage();
    expect((await send({ store, name, subject, message })).json().fields).toEqual({
      email: 'Enter an email address, such as name@example.com.',
    });
  });

  test('ten concurrent submissions create one message and one mail', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => send(aMessage())));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    expect(await readMessages()).toHaveLength(1);
    expect(await readMails()).toHaveLength(1);
  });

  test('the same text ten minutes later is a new message', async () => {
    await send(aMessage());
    now = new Date(now.getTime() + 10 * 60_000);
    await send(aMessage());
    expect(await readMessages()).toHaveLength(2);
  });

  test.each([
    ['with a filled honeypot field', { website: 'https://example.com' }],
    ['consisting of links', { message: 'https://a.example '.repeat(6) }],
  ])('spam %s gets the normal response and is stored, but never mailed', async (_, overrides) => {
    const honest = await send(aMessage());
    const response = await send(aMessage({ ...overrides, subject: 'Offer' }));
    expect(response.json()).toEqual(honest.json());
    expect((await readMessages()).map(({ spam }) => spam)).toEqual([false, true]);
    expect(await readMails()).toHaveLength(1);
  });

  test('a network that sends many messages gets 429 with Retry-After; other networks do not', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 100; n += 1)
      statuses.push((await send(aMessage({ subject: `Number ${n}`, email: `a${n}@example.com` }))).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    const limited = await send(aMessage({ subject: 'One more' }));
    expect(limited.statusCode).toBe(429);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    expect(limited.json().message).toContain('a lot of messages');
    expect((await send(aMessage({ subject: 'From elsewhere' }), '198.51.100.7')).statusCode).toBe(200);
    now = new Date(now.getTime() + 3_600_000);
    expect((await send(aMessage({ subject: 'An hour later' }))).statusCode).toBe(200);
  });

  test('spellings of one mailbox share a limit, even from different networks', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 30; n += 1) {
      const email = n % 2 === 0 ? `Ada.Love.lace+${n}@gmail.com` : `adalovelace+${n}@GoogleMail.com`;
      statuses.push((await send(aMessage({ subject: `Number ${n}`, email }), `198.51.100.${n}`)).statusCode);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(await readMails()).toHaveLength(10);
  });

  test('a forged X-Forwarded-For entry does not evade the limit', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1)
      statuses.push(
        (await send(aMessage({ subject: `Number ${n}`, email: `b${n}@example.com` }), `10.0.0.${n}, 203.0.113.99`))
          .statusCode,
      );
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  test('a request from another site, or one that is not JSON, is refused', async () => {
    const foreign = await app.inject({
      method: 'POST',
      url: '/api/contact',
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      payload: aMessage(),
    });
    expect(foreign.statusCode).toBe(403);
    const text = await app.inject({
      method: 'POST',
      url: '/api/contact',
      headers: { 'content-type': 'text/plain' },
      payload: JSON.stringify(aMessage()),
    });
    expect(text.statusCode).toBe(415);
    expect(await readMessages()).toEqual([]);
  });

  test('markup in a message is escaped in the mail', async () => {
    await send(aMessage({ name: '<img src=x onerror=alert(1)>', message: '<script>alert(1)</script>' }));
    const [mail] = await readMails();
    expect(String(mail?.['html'])).not.toMatch(/<(script|img)/);
  });

  test('messages are deleted after a year', async () => {
    await send(aMessage());
    await deleteOldContactMessages(database, new Date(now.getTime() - 1));
    expect(await readMessages()).toHaveLength(1);
    await deleteOldContactMessages(database, now);
    expect(await readMessages()).toEqual([]);
  });
});
