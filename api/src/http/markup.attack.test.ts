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

/** Lists the tags of a page. Text that is parsed as markup, or breaks out of an attribute, changes the list. */
const listTags = (html: string): string[] =>
  (html.match(/<[a-z!/][^>]*>/gi) ?? []).map((tag) => tag.replace(/\b(href|aria-label|srcdoc)="[^"]*"/g, '$1'));
/** Lists the URL schemes of all links, sources and forms. */
const listSchemes = (html: string): string[] =>
  [...html.matchAll(/ (?:href|src|action)="?\s*([a-z]+):/gi)].map(([, scheme = '']) => scheme.toLowerCase());

describe('XSS payloads in HTML that the API renders', () => {
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

  const expectSameMarkup = (rendered: string, harmless: string, payload: string): void => {
    expect({ payload, tags: listTags(rendered) }).toEqual({ payload, tags: listTags(harmless) });
    expect({ payload, targets: listSchemes(rendered) }).toEqual({ payload, targets: listSchemes(harmless) });
    expect(listSchemes(harmless).filter((scheme) => !['http', 'https', 'mailto'].includes(scheme))).toEqual([]);
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

  test('payloads in all typed fields of an order stay text in mails and in the mailbox', async () => {
    const renderWith = async (text: string): Promise<{ mails: string; mailbox: string }> => {
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
    const harmless = await renderWith(HARMLESS);
    expect(harmless.mails).toContain(`Hello ${HARMLESS},`); // the typed text is in the mail
    for (const payload of PAYLOADS) {
      const rendered = await renderWith(payload);
      expectSameMarkup(rendered.mails, harmless.mails, payload);
      expectSameMarkup(rendered.mailbox, harmless.mailbox, payload);
    }
  });

  test('payloads in the contact form stay text in mails and in the mailbox', async () => {
    const renderWith = async (text: string): Promise<{ mails: string; mailbox: string }> => {
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
    const harmless = await renderWith(HARMLESS);
    for (const payload of PAYLOADS) {
      const rendered = await renderWith(payload);
      expectSameMarkup(rendered.mails, harmless.mails, payload);
      expectSameMarkup(rendered.mailbox, harmless.mailbox, payload);
    }
  });

  test('email addresses that contain markup stay text', async () => {
    const renderWith = async (name: string): Promise<string> => {
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
    const harmless = await renderWith(HARMLESS);
    let accepted = 0;
    for (const payload of PAYLOADS) {
      const mailbox = await renderWith(payload.replace(/[\s@]/g, '/'));
      if (mailbox === '') continue;
      accepted += 1;
      expectSameMarkup(mailbox, harmless, payload);
    }
    expect(accepted).toBeGreaterThan(0);
  });

  test('payloads in a payment session stay text on the page of the sandbox provider', async () => {
    const renderWith = async (text: string): Promise<string> => {
      const sealed = sealSandboxSession(testConfig.payments.webhookSecret, {
        paymentId: text,
        orderNumber: text,
        amountCents: 100,
        currency: text,
        lines: [{ text, totalCents: 100 }],
        others: 0,
        discountCents: 0,
        returnUrl: `http://shop.test/${text}`,
      });
      const page = await app.inject(`/api/dev/pay?session=${sealed}`);
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, HTML]);
      return page.body;
    };
    const harmless = await renderWith(HARMLESS);
    for (const payload of PAYLOADS) expectSameMarkup(await renderWith(payload), harmless, payload);
  });

  test('payloads in the OpenAPI document stay text on the API page', () => {
    const renderWith = (text: string): string =>
      renderApiPage({
        info: { title: text },
        paths: { [`/${text}`]: { get: { summary: text, [text]: { description: text } } } },
      });
    for (const payload of PAYLOADS) expectSameMarkup(renderWith(payload), renderWith(HARMLESS), payload);
  });

  test('search, suggestions and errors are sent as JSON with nosniff', async () => {
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
        const response = await app.inject(url);
        expect({
          url,
          type: response.headers['content-type'],
          options: response.headers['x-content-type-options'],
        }).toEqual({
          url,
          type: 'application/json; charset=utf-8',
          options: 'nosniff',
        });
      }
    }
  });
});
