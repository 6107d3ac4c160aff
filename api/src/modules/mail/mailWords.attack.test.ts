import { storefronts, type MailsDocument, type ShopSettings } from '@shop/contracts';
import { getMailSpec, listPlaces, MAIL_KINDS, type MailKind } from '@shop/contracts/mails';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { findAudit } from '../../testing/anOperator';
import { StaffVisitor } from '../../testing/StaffVisitor';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { Visitor } from '../../testing/Visitor';
import { insertVersion, lockDocument, updateDocument } from '../content/documentsRepository';
import { writeExample } from './exampleLetters';
import { insertLetter, writeLetter } from './insertLetter';
import { buildContent } from './Letter';
import { withdrawWaitingMails } from './mailsRepository';
import { putWords } from './putWords';

const JEWELRY = 'jewellery-store';
const FOOD = 'organic-store';

describe.each(databaseKinds)('the words of mails on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let ada: StaffVisitor;
  let now = new Date('2026-11-21T12:00:00Z');
  const clock = { now: () => now };
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, clock);
    ada = await new StaffVisitor(app, database, clock).join('ada@example.com');
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const open = async (store: string) => (await ada.get(`/content/${store}/mails`)).json().data;
  const save = async (store: string, words: object) =>
    ada.call('PUT', `/content/${store}/mails`, { version: (await open(store)).version, document: { words } });
  const publish = async (store: string, words: MailsDocument['words']) => {
    const saved = await save(store, words);
    expect(saved.statusCode).toBe(200);
    const { version } = saved.json().data;
    expect((await ada.post(`/content/${store}/mails/publish`, { version })).statusCode).toBe(200);
  };
  const order = async (email: string, billing: object = {}): Promise<string> => {
    const body = anOrderBody({ billing: { ...anOrderBody().billing, email, ...billing } });
    const placed = await app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'idempotency-key': newKey() },
      payload: body,
    });
    return placed.json().order.number;
  };
  const findMails = async (email: string) =>
    (
      await database.query<{ from: string; to_reply: string; subject: string; text: string; html: string }>(
        `SELECT from_name AS "from", reply_to AS to_reply, subject, text, html FROM mails WHERE recipient = $1 ORDER BY id`,
        [email],
      )
    ).rows;

  test('are as compiled until somebody publishes others, of one storefront only (product 19.21)', async () => {
    const number = await order('one@example.com');
    expect(await findMails('one@example.com')).toMatchObject([{ subject: `Your order ${number}` }]);
    const saved = await save(JEWELRY, { 'order-received': { subject: 'Thank you: {number}' } });
    expect(saved.statusCode).toBe(200);
    const draft = await order('two@example.com');
    expect(await findMails('two@example.com')).toMatchObject([{ subject: `Your order ${draft}` }]);
    await publish(JEWELRY, {
      'order-received': { subject: 'Thank you: {number}', heading: '', text: 'It is {number} of {shop}.\n{payment}' },
      welcome: { heading: 'Come in' },
    });
    const after = await order('three@example.com');
    const [mail] = await findMails('three@example.com');
    expect(mail).toMatchObject({ subject: `Thank you: ${after}` });
    expect(mail?.text).toContain(`It is ${after} of Oriel.`);
    expect(mail?.html).toContain('Your order is placed');
    expect((await findMails('one@example.com'))[0]?.subject).toBe(`Your order ${number}`);
    const visitor = new Visitor(app, database);
    visitor.cookies.set('storefront', 'organic');
    await visitor.register('four@example.com');
    expect((await findMails('four@example.com')).at(-1)?.html).toContain('Welcome to Furrow');
    expect((await app.inject('/api/site')).json().data.jewellery?.published?.mails).toBeUndefined();
    expect((await app.inject(`/api/content/${JEWELRY}/mails`)).statusCode).toBe(404);
  });

  test('a storefront that is renamed and moves is so in its next mail, and in no earlier one (product 19.22)', async () => {
    const before = await findMails('three@example.com');
    const [{ shop }] = (await ada.get('/settings')).json().data.shops;
    const value: ShopSettings = { ...shop.value, name: 'Green Door', email: 'help@green.example', town: 'Salem 97301' };
    expect((await ada.call('PUT', `/settings/shop/${JEWELRY}`, { version: shop.version, value })).statusCode).toBe(200);
    const visitor = new Visitor(app, database);
    await visitor.register('five@example.com');
    const mail = (await findMails('five@example.com')).at(-1);
    expect(mail).toMatchObject({
      from: 'Green Door',
      to_reply: 'help@green.example',
      subject: 'Welcome to Green Door',
    });
    expect(mail?.text).toContain('Salem 97301');
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/Oriel|ORIEL|hello@oriel/);
    expect(mail?.html).toContain('Come in');
    expect(await findMails('three@example.com')).toEqual(before);
  });

  test.each([
    ['{constructor}', 'order-received', { text: '{payment} {constructor}' }, 'text', /no \{constructor\}/],
    ['{__proto__}', 'welcome', { heading: 'Hello {__proto__}' }, 'heading', /no \{__proto__\}/],
    ["another mail's place", 'welcome', { text: 'Hello {number}' }, 'text', /no \{number\}/],
    ['{{shop}}', 'welcome', { text: 'Hello {{shop}}' }, 'text', /Braces/],
    ['an open brace', 'welcome', { text: 'Hello {shop' }, 'text', /Braces/],
    ['no number', 'order-received', { subject: 'Thank you' }, 'subject', /Keep \{number\}/],
    ['no way to pay', 'order-received', { text: 'Thank you' }, 'text', /Keep \{payment\}/],
    ['a script', 'welcome', { text: 'See JavaScript:alert(1)' }, 'text', /scripts/],
    ['a line break in its subject', 'welcome', { subject: 'Hello\r\nBcc: eve@example.com' }, 'subject', /./],
    ['a control character', 'welcome', { text: 'Hello\u0007' }, 'text', /./],
    ['2,001 characters', 'welcome', { text: 'x'.repeat(2_001) }, 'text', /./],
  ] as const)('with %s are refused at their field (product 19.23)', async (_name, mail, words, field, message) => {
    const { draft, document } = await open(FOOD);
    const refused = await save(FOOD, { [mail]: words });
    expect(refused.statusCode).toBe(400);
    const [[path, said] = []] = Object.entries<string>(refused.json().fields);
    expect(path).toContain(field);
    expect(said).toMatch(message);
    expect(await open(FOOD)).toMatchObject({ draft, document });
  });

  test('100 kB, a field that there is not, and a name that is none are refused whole (product 19.23)', async () => {
    const { version } = await open(FOOD);
    for (const words of [
      { welcome: { text: 'x'.repeat(100_000) } },
      { welcome: { html: '<b>' } },
      { __proto__x: { text: 'x' } },
      { 'a b': { text: 'x' } },
    ])
      expect([400, 413]).toContain((await save(FOOD, words)).statusCode);
    expect((await open(FOOD)).version).toBe(version);
  });

  test('markup in words, and places in what customers typed, stay text (security 7.35)', async () => {
    await publish(FOOD, { 'review-published': { text: '<b>{product}</b> <a href="//eve.example">' } });
    const content = buildContent('review-published', { product: '{shop} {{name}} <i>$& Ring' });
    await insertLetter(
      database,
      { sender: { storefront: 'organic', publicUrl: 'http://shop.test' }, to: 'six@example.com', content },
      now,
    );
    const [mail] = await findMails('six@example.com');
    expect(mail?.text).toContain('<b>{shop} {{name}} <i>$& Ring</b> <a href="//eve.example">');
    expect(mail?.html).toContain('&lt;b&gt;{shop} {{name}} &lt;i&gt;$&amp; Ring&lt;/b&gt;');
    expect(mail?.html).not.toContain('<a href="//eve');
  });

  test('no words bring what a guest typed into a mail (security 7.35)', async () => {
    const all = [...listPlaces('order-received').keys()].map((name) => `{${name}}`).join(' ');
    await publish(JEWELRY, { 'order-received': { subject: `${all}`, heading: all, text: all } });
    await order('seven@example.com', { firstName: 'Free-Money', townCity: 'Evil-Town', orderNotes: 'Eve-Note' });
    const [mail] = await findMails('seven@example.com');
    expect(mail?.subject).toContain('Green Door');
    expect(mail?.subject).not.toContain('\n');
    expect(JSON.stringify(mail)).not.toMatch(/Free-Money|Evil-Town|Eve-Note/);
  });

  test('a payment in the first minute takes the place of a confirmation with other words (product 19.21)', async () => {
    await publish(JEWELRY, { 'order-received': { subject: 'Thanks for {number}' } });
    const body = anOrderBody({ billing: { ...anOrderBody().billing, email: 'eight@example.com' } });
    const placed = await app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'idempotency-key': newKey() },
      payload: { ...body, payment_method: 'global' },
    });
    const { number } = placed.json().order;
    expect(await findMails('eight@example.com')).toMatchObject([{ subject: `Thanks for ${number}` }]);
    await publish(JEWELRY, { 'order-received': { subject: 'We have {number}' } });
    expect(await withdrawWaitingMails(database, 'eve@example.com', number)).toBe(false);
    expect(await withdrawWaitingMails(database, 'eight@example.com', number)).toBe(true);
    expect(await findMails('eight@example.com')).toEqual([]);
  });

  test('of two who write, the second is told (product 19.24)', async () => {
    const { version } = await open(FOOD);
    const put = (heading: string) =>
      ada.call('PUT', `/content/${FOOD}/mails`, { version, document: { words: { welcome: { heading } } } });
    expect((await put('First')).statusCode).toBe(200);
    const second = await put('Second');
    expect([second.statusCode, second.json().code]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect((await open(FOOD)).document.words.welcome.heading).toBe('First');
  });

  test('words of a mail that this release does not know are kept, and harm no other (product 19.24)', async () => {
    await publish(FOOD, { 'gift-card': { subject: '{giver} {number}' }, welcome: { heading: 'Hi' } });
    expect((await open(FOOD)).document.words['gift-card']).toEqual({ subject: '{giver} {number}' });
    const place = { store: FOOD, key: 'mails' } as const;
    const body = { words: { welcome: { subject: 'Hi {newer_place}', heading: 'Hi' }, erased: 7 } };
    await database.transaction(async (connection) => {
      const stored = await lockDocument(connection, place);
      const { id } = await insertVersion(connection, place, { body: body as never, by: 'Grace', at: now });
      await updateDocument(connection, place, { ...stored, publishedId: id });
    });
    const read = async (mail: MailKind) =>
      writeLetter(
        database,
        writeExample(mail, { storefront: 'organic', publicUrl: 'http://shop.test' }, 'x@example.com'),
      );
    expect(await read('welcome')).toMatchObject({
      subject: 'Welcome to Furrow',
      html: expect.stringContaining('Hi') as string,
    });
    expect(await read('erased')).toMatchObject({ subject: 'Your account is erased' });
  });

  test('the preview shows the draft as mail programs would, in a frame that runs nothing (product 19.25)', async () => {
    await save(JEWELRY, { 'order-shipped': { text: 'Off it goes: {number} {destination}.\n{cash}' } });
    const { data } = (await ada.get(`/mails/${JEWELRY}/order-shipped`)).json();
    expect(data).toMatchObject({ from: 'Green Door', reply_to: 'help@green.example' });
    expect(data.text).toContain('Off it goes: ORD-7K3M-22AB to Portland.');
    const page = await ada.get(data.page.replace('/api/admin', ''));
    expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    expect(String(page.headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      'img-src http://shop.test',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox',
    ]);
    expect(page.body).toContain('Off it goes');
    for (const path of ['every-store/welcome', `${JEWELRY}/constructor`, `${JEWELRY}/gift-card`, 'books/welcome'])
      for (const tail of ['', '/page']) expect((await ada.get(`/mails/${path}${tail}`)).statusCode).toBe(404);
  });

  test('previews are for who writes content, and at the back office only (security 7.36)', async () => {
    const paths = [`/mails/${JEWELRY}/welcome`, `/mails/${JEWELRY}/welcome/page`];
    const grace = await new StaffVisitor(app, database, clock).join('grace@example.com', 'support', 'Grace');
    for (const path of paths) {
      expect((await grace.get(path)).statusCode).toBe(403);
      expect((await app.inject(`/api/admin${path}`)).statusCode).toBe(404);
      expect((await app.inject({ url: `/api/admin${path}`, headers: { host: 'admin.shop.test' } })).statusCode).toBe(
        401,
      );
    }
    expect((await grace.post(`/mails/${JEWELRY}/welcome/test`)).statusCode).toBe(403);
  });

  test('a test goes to whoever asks for it, says so, and ten an hour are enough (product 19.26)', async () => {
    await save(JEWELRY, { welcome: { heading: 'Secret plans' } });
    const send = () => ada.post(`/mails/${JEWELRY}/welcome/test`, { to: 'eve@example.com' });
    expect((await send()).statusCode).toBe(400);
    const sent = await ada.post(`/mails/${JEWELRY}/welcome/test`);
    expect(sent.json()).toMatchObject({ to: 'ada@example.com' });
    const mail = (await findMails('ada@example.com')).at(-1);
    expect(mail).toMatchObject({ subject: 'Test: Welcome to Green Door', from: 'Green Door' });
    expect(mail?.html).toContain('Secret plans');
    const audit = await findAudit(database, `${JEWELRY}/mails`);
    expect(audit.at(-1)).toMatchObject({ action: 'content.tested' });
    expect(JSON.stringify(audit)).not.toContain('Secret plans');
    for (let n = 1; n < 10; n += 1) await ada.post(`/mails/${JEWELRY}/welcome/test`);
    const refused = await ada.post(`/mails/${JEWELRY}/welcome/test`);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.any(String)]);
    expect((await findMails('ada@example.com')).filter(({ subject }) => subject.startsWith('Test:'))).toHaveLength(10);
    now = new Date(now.getTime() + 3_600_001);
    await ada.signIn();
    expect((await ada.post(`/mails/${JEWELRY}/welcome/test`)).statusCode).toBe(200);
  });

  describe.each(Object.values(storefronts))('of $name', ({ id }) => {
    const sender = { storefront: id, publicUrl: 'http://shop.test' } as const;

    test.each(MAIL_KINDS)('%s is written with compiled and with other words (product 19.21)', async (mail) => {
      const letter = writeExample(mail, sender, 'ada@example.com');
      const compiled = await writeLetter(database, letter, {});
      expect(`${compiled.subject}${compiled.text}${compiled.html}`).not.toMatch(/\{\w+\}|undefined| {2}\.|\s[.,]\s/);
      const kept = (field: 'subject' | 'text'): string =>
        [...listPlaces(mail)].flatMap(([name, { keptIn }]) => (keptIn === field ? [`{${name}}`] : [])).join(' ');
      const words = { subject: `Now ${kept('subject')}`, heading: 'Other head', text: `Other text\n${kept('text')}` };
      const changed = await writeLetter(database, letter, { words: { [mail]: words } });
      expect(changed.subject).toMatch(/^Now/);
      expect(changed.html).toContain('Other head');
      expect(changed.text).toContain('Other text');
      expect(`${changed.subject}${changed.text}${changed.html}`).not.toMatch(/\{\w+\}|undefined/);
    });
  });
});

test.each(MAIL_KINDS)('the compiled words of %s use each place they need, and no other (product 19.23)', (mail) => {
  const { subject, heading, text } = getMailSpec(mail);
  const values = Object.fromEntries([...listPlaces(mail)].map(([name, { example }]) => [name, example]));
  const own = putWords({ kind: mail, values }, { words: { [mail]: { subject, heading, text } } }, 'Oriel');
  expect(own).toEqual(putWords({ kind: mail, values }, null, 'Oriel'));
});
