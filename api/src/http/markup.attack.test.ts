import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/Database';
import { renderApiPage } from '../modules/docs/renderApiPage';
import { sealSandboxSession } from '../modules/payments/sandboxSignature';
import { PAYLOADS } from '../testing/payloads';
import { anOrderBody, buildTestApp, newKey, testConfig } from '../testing/testApp';
import { openTestDatabase } from '../testing/testDatabase';
import { PASSWORD, Visitor } from '../testing/Visitor';

const HARMLESS = 'harmless';
const EMAIL = 'ada@example.com';
const HTML = 'text/html; charset=utf-8';

/** The markup of a page: text that became markup, or left its attribute, makes another list than harmless text does. */
const listTags = (html: string): string[] =>
  (html.match(/<[a-z!/][^>]*>/gi) ?? []).map((tag) => tag.replace(/ href="[^"]*"/g, ' href'));
/** Where links lead that a text could have made. */
const listTargets = (html: string): string[] =>
  [...html.matchAll(/ (?:href|src|action)="?\s*([a-z]+):/gi)].map(([, scheme = '']) => scheme.toLowerCase());

describe('texts that would run if they were anything but text, in what the API writes itself', () => {
  let database: Database;
  let app: FastifyInstance;
  let ada: Visitor;
  beforeAll(async () => {
    database = await openTestDatabase('PGlite');
    app = await buildTestApp(database);
    ada = new Visitor(app, database);
    await ada.register(EMAIL);
    await database.query("UPDATE products SET stock = 1000 WHERE id = 'ring-halo'");
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    await database.query('DELETE FROM counters');
    await database.query('DELETE FROM mails');
  });

  const expectSameMarkup = (written: string, harmless: string, payload: string): void => {
    expect({ payload, tags: listTags(written) }).toEqual({ payload, tags: listTags(harmless) });
    expect({ payload, targets: listTargets(written).filter((scheme) => !['http', 'https'].includes(scheme)) }).toEqual({
      payload,
      targets: [],
    });
  };
  const readMails = async (): Promise<{ html: string; text: string }> => {
    await app.afterReply.settled();
    const { rows } = await database.query<{ html: string; text: string }>('SELECT html, text FROM mails ORDER BY id');
    await database.query('DELETE FROM mails');
    return { html: rows.map(({ html }) => html).join('\n'), text: rows.map(({ text }) => text).join('\n') };
  };
  const readMailbox = async (): Promise<string> => {
    const page = await app.inject('/api/dev/mailbox');
    expect(page.headers['content-type']).toBe(HTML);
    return page.body;
  };

  test('the corpus has 100 distinct payloads', () => {
    expect(new Set(PAYLOADS).size).toBe(100);
  });

  test('mails about orders, and the mailbox, with each of them in every field that is typed', async () => {
    const write = async (text: string): Promise<{ mails: string; mailbox: string }> => {
      await database.query('DELETE FROM counters');
      const typed = {
        firstName: text,
        lastName: text,
        companyName: text,
        streetAddress: text,
        apartment: text,
        townCity: text,
        orderNotes: text,
      };
      const placed = await ada.post(
        '/orders',
        anOrderBody({ billing: { ...anOrderBody().billing, ...typed, email: EMAIL } }),
        { headers: { 'idempotency-key': newKey() } },
      );
      expect(placed.statusCode).toBe(200);
      await ada.post(`/orders/${placed.json().order.number}/cancel`);
      const mailbox = await readMailbox();
      return { mailbox, mails: (await readMails()).html };
    };
    const harmless = await write(HARMLESS);
    expect(harmless.mails).toContain(`Hello ${HARMLESS},`); // what is typed is in it
    for (const payload of PAYLOADS) {
      const written = await write(payload);
      expectSameMarkup(written.mails, harmless.mails, payload);
      expectSameMarkup(written.mailbox, harmless.mailbox, payload);
    }
  });

  test('messages of the contact form', async () => {
    const write = async (text: string): Promise<{ mails: string; mailbox: string }> => {
      await database.query('DELETE FROM counters');
      const sent = await app.inject({
        method: 'POST',
        url: '/api/contact',
        payload: { store: 'jewellery-store', name: text, email: EMAIL, subject: text, message: `${text}\n${text}` },
      });
      expect(sent.statusCode).toBe(200);
      const mailbox = await readMailbox();
      return { mailbox, mails: (await readMails()).html };
    };
    const harmless = await write(HARMLESS);
    for (const payload of PAYLOADS) {
      const written = await write(payload);
      expectSameMarkup(written.mails, harmless.mails, payload);
      expectSameMarkup(written.mailbox, harmless.mailbox, payload);
    }
  });

  test('an address that is markup itself, wherever it is written', async () => {
    const write = async (name: string): Promise<string> => {
      for (const table of ['counters', 'code_mails', 'mails']) await database.query(`DELETE FROM ${table}`);
      const registered = await new Visitor(app, database).post('/register', {
        name: 'Ada',
        email: `${name}@example.com`,
        password: PASSWORD,
        phone: '',
      });
      await app.afterReply.settled();
      return registered.statusCode === 200 ? readMailbox() : '';
    };
    const harmless = await write(HARMLESS);
    let accepted = 0;
    for (const payload of PAYLOADS) {
      const mailbox = await write(payload.replace(/[\s@]/g, '/'));
      if (mailbox === '') continue;
      accepted += 1;
      expectSameMarkup(mailbox, harmless, payload);
    }
    expect(accepted).toBeGreaterThan(0);
  });

  test("the sandbox provider's page, with an order number and a way back of its own", async () => {
    const write = async (text: string): Promise<string> => {
      const sealed = sealSandboxSession(testConfig.payments.webhookSecret, {
        paymentId: text,
        orderNumber: text,
        amountCents: 100,
        currency: text,
        returnUrl: `http://shop.test/${text}`,
      });
      const page = await app.inject(`/api/dev/pay?session=${sealed}`);
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, HTML]);
      return page.body;
    };
    const harmless = await write(HARMLESS);
    for (const payload of PAYLOADS) expectSameMarkup(await write(payload), harmless, payload);
  });

  test('the page of the API', () => {
    const write = (text: string): string =>
      renderApiPage({
        info: { title: text },
        paths: { [`/${text}`]: { get: { summary: text, [text]: { description: text } } } },
      });
    for (const payload of PAYLOADS) expectSameMarkup(write(payload), write(HARMLESS), payload);
  });

  test('what is not a page is never taken for one: search, suggestions and refusals are JSON whose type is not guessed', async () => {
    for (const payload of PAYLOADS) {
      const q = encodeURIComponent(payload);
      for (const url of [
        `/api/products?store=jewellery-store&q=${q}`,
        `/api/search/suggest?store=jewellery-store&q=${q}`,
        `/api/products/${q}`,
        `/api/orders/${q}`,
        `/api/${q}`,
        `/api/dev/pay?session=${q}`,
      ]) {
        const answer = await app.inject(url);
        expect({ url, type: answer.headers['content-type'], guess: answer.headers['x-content-type-options'] }).toEqual({
          url,
          type: 'application/json; charset=utf-8',
          guess: 'nosniff',
        });
      }
    }
  });
});
