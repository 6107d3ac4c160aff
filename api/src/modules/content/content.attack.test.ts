import type { HomeDocument, TextDocument } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { findAudit } from '../../testing/anOperator';
import { StaffVisitor } from '../../testing/StaffVisitor';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { findContentVersion } from './contentChangesRepository';

const STORE = 'jewellery-store';
const aText = (title: string, text = 'Within a month.'): TextDocument => ({
  title,
  lead: 'Short ones.',
  description: '',
  body: [{ kind: 'paragraph', runs: [{ text }] }],
});
const aHome = (href: string, src = 'own:ring'): HomeDocument => ({
  title: 'Rings',
  sections: [
    { kind: 'story', eyebrow: 'A', title: 'B', text: 'C', button: 'Read', href, picture: { src, alt: '' } },
    { kind: 'brands', title: 'Makers', hidden: true },
  ],
});

describe.each(databaseKinds)('pages that staff write on %s', (kind) => {
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

  const open = async (place: string) => (await ada.get(`/content/${place}`)).json().data;
  const save = async (place: string, document: object) =>
    ada.call('PUT', `/content/${place}`, { version: (await open(place)).version, document });
  const publish = async (place: string) =>
    ada.post(`/content/${place}/publish`, { version: (await open(place)).version });
  const read = async (place: string): Promise<string> => {
    const response = await app.inject(`/api/content/${place}`);
    return response.statusCode === 200 ? response.json().data.title : response.json().code;
  };

  test('shoppers see what is published, and nothing of a draft (product 19.6)', async () => {
    const place = 'every-store/terms';
    expect(await read(place)).toBe('CONTENT_NOT_FOUND');
    const before = await findContentVersion(database);
    expect((await save(place, aText('Our terms'))).json().data).toMatchObject({
      draft: { by: 'Ada' },
      published: null,
      document: { title: 'Our terms' },
    });
    expect(await read(place)).toBe('CONTENT_NOT_FOUND');
    expect(await findContentVersion(database)).toBe(before);
    expect((await publish(place)).json().data).toMatchObject({ draft: null, published: { number: 1 } });
    expect((await app.inject(`/api/content/${place}`)).json()).toMatchObject({
      data: { title: 'Our terms' },
      updated: '2026-11-21',
    });
    expect(await findContentVersion(database)).not.toBe(before);
    expect((await app.inject('/api/site')).json().data).toMatchObject({
      jewellery: { published: { terms: 1 } },
      organic: { published: { terms: 1 } },
    });
    await save(place, aText('Longer terms'));
    expect(await read(place)).toBe('Our terms');
    expect(await findAudit(database, place)).toMatchObject([{ action: 'content.published' }]);
  });

  test('a preview shows the draft for an hour, and only that of its page (product 19.5)', async () => {
    const place = `${STORE}/about`;
    await save(place, aText('About us'));
    const url = new URL((await open(place)).preview_url);
    expect(url.pathname).toBe('/about');
    const draft = url.searchParams.get('draft') ?? '';
    const preview = async (of: string): Promise<string | number> => {
      const response = await app.inject(`/api/content/${of}/draft?draft=${encodeURIComponent(draft)}`);
      return response.statusCode === 200 ? response.json().data.title : response.statusCode;
    };
    expect(await preview(place)).toBe('About us');
    expect(await preview('organic-store/about')).toBe(404);
    expect((await app.inject(`/api/content/${place}/draft?draft=${draft.slice(0, -1)}`)).statusCode).toBe(404);
    now = new Date(now.getTime() + 3_601_000);
    expect(await preview(place)).toBe(404);
    await ada.signIn();
  });

  test('of two who write, the second is told and loses nothing of the first (product 19.7)', async () => {
    const place = `${STORE}/faq`;
    const { version } = await open(place);
    expect((await ada.call('PUT', `/content/${place}`, { version, document: aText('First') })).statusCode).toBe(200);
    const second = await ada.call('PUT', `/content/${place}`, { version, document: aText('Second') });
    expect([second.statusCode, second.json().code]).toEqual([409, 'CHANGED_MEANWHILE']);
    const late = await ada.post(`/content/${place}/publish`, { version });
    expect([late.statusCode, late.json().code]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect((await open(place)).document.title).toBe('First');
  });

  test('an earlier version comes back as a draft, and the compiled page after the last one (product 19.8)', async () => {
    const place = 'organic-store/features';
    for (const title of ['One', 'Two']) {
      await save(place, aText(title));
      await publish(place);
    }
    const { version, history } = await open(place);
    expect(history.map(({ number }: { number: number }) => number)).toEqual([2, 1]);
    await ada.post(`/content/${place}/restore`, { version, number: 1 });
    expect((await open(place)).document.title).toBe('One');
    expect(await read(place)).toBe('Two');
    await publish(place);
    expect(await read(place)).toBe('One');
    await ada.post(`/content/${place}/unpublish`, { version: (await open(place)).version });
    expect(await read(place)).toBe('CONTENT_NOT_FOUND');
    expect((await ada.post(`/content/${place}/restore`, { version: 0, number: 1 })).statusCode).toBe(409);
    const unknown = { version: (await open(place)).version, number: 9 };
    expect((await ada.post(`/content/${place}/restore`, unknown)).statusCode).toBe(404);
  });

  test.each([
    ['a script', 'javascript:alert(1)'],
    ['a script in capitals', 'JaVaScRiPt:alert(1)'],
    ['a document in an address', 'data:text/html,<script>'],
    ['another site without its protocol', '//evil.example/x'],
    ['a backslash', '/\\evil.example'],
    ['no encryption', 'http://example.com'],
    ['a line break', '/a\nb'],
  ])('refuses a link with %s (security 7.32)', async (_what, href) => {
    const place = `${STORE}/home`;
    const response = await save(place, aHome(href));
    expect(response.statusCode).toBe(400);
    expect(await read(place)).toBe('CONTENT_NOT_FOUND');
    const text = { ...aText('A'), body: [{ kind: 'paragraph', runs: [{ text: 'here', href }] }] };
    expect((await save(`${STORE}/faq`, text)).statusCode).toBe(400);
  });

  test.each([
    ['a product that is gone', '/products/no-such-ring', 'own:ring', 'sections.0.href'],
    ['a category that is gone', '/products/category/hats', 'own:ring', 'sections.0.href'],
    ['a product that is gone, with a slash', '/products/no-such-ring/', 'own:ring', 'sections.0.href'],
    ['a category that is gone, with a slash', '/products/category/hats/?sort=newest', 'own:ring', 'sections.0.href'],
    ['a post that is gone', '/blog/no-such-post', 'own:ring', 'sections.0.href'],
    ['a post that is gone, with a slash', '/blog/no-such-post/#end', 'own:ring', 'sections.0.href'],
    ['a picture that is gone', '/about', '/media/gone-640.webp', 'sections.0.picture.src'],
  ])('does not publish a section that names %s, and says where (product 19.9)', async (_what, href, src, field) => {
    const place = `${STORE}/home`;
    expect((await save(place, aHome(href, src))).statusCode).toBe(200);
    const refused = await publish(place);
    expect(refused.statusCode).toBe(400);
    expect(Object.keys(refused.json().fields)).toEqual([field]);
    expect(await read(place)).toBe('CONTENT_NOT_FOUND');
  });

  test('publishes a hidden section, wherever it leads', async () => {
    const place = 'organic-store/home';
    const { title, sections } = aHome('/products/no-such-ring');
    const hidden = sections.map((section) => ({ ...section, hidden: true as const }));
    await save(place, { title, sections: hidden });
    expect((await publish(place)).statusCode).toBe(200);
  });

  test('nobody but staff can read a hidden section, neither published nor in a preview (product 19.3)', async () => {
    const place = 'organic-store/home';
    const [story] = aHome('/about').sections;
    const home = { title: 'Harvest', sections: [story, { kind: 'brands', title: 'Secret makers', hidden: true }] };
    const readSections = async (of: string): Promise<string[]> => {
      const response = await app.inject(`/api/content/${of}`);
      expect(response.body).not.toContain('Secret');
      return response.json().data.sections.map(({ kind: section }: { kind: string }) => section);
    };
    await save(place, home);
    const draft = new URL((await open(place)).preview_url).searchParams.get('draft') ?? '';
    const preview = `${place}/draft?draft=${encodeURIComponent(draft)}`;
    expect(await readSections(preview)).toEqual(['story']);
    await publish(place);
    expect(await readSections(place)).toEqual(['story']);
    expect(await readSections(preview)).toEqual(['story']);
    expect((await open(place)).document).toEqual(home);
    await save(place, { ...home, sections: home.sections.map((section) => ({ ...section, hidden: true })) });
    await publish(place);
    expect(await readSections(place)).toEqual([]);
  });

  test('publishes a section with a product and a category that are there', async () => {
    const place = `${STORE}/home`;
    await save(place, aHome('/products/ring-halo?variant=1'));
    expect((await publish(place)).statusCode).toBe(200);
    expect(await read(place)).toBe('Rings');
  });

  test.each([
    ['300 kB of text', aText('A', 'x'.repeat(300_000)), 413],
    ['one section twice', { ...aHome('/'), sections: [...aHome('/').sections, { kind: 'brands', title: 'B' }] }, 400],
    ['a section that does not exist', { title: 'A', sections: [{ kind: 'video' }] }, 400],
    ['no section', { title: 'A', sections: [] }, 400],
    ['markup of its own', { ...aHome('/'), html: '<script>' }, 400],
  ])('refuses %s, and keeps what was there (product 19.9)', async (_what, document, status) => {
    const place = `${STORE}/${'sections' in document ? 'home' : 'faq'}`;
    const before = (await open(place)).document;
    expect((await save(place, document)).statusCode).toBe(status);
    expect((await open(place)).document).toEqual(before);
  });

  test.each([
    `${STORE}/terms`,
    'every-store/home',
    'no-store/about',
    `${STORE}/blog`,
    'every-store/%00',
    `${STORE}/constructor`,
  ])('%s is no page (security 7.33)', async (place) => {
    expect([400, 404]).toContain((await ada.get(`/content/${place}`)).statusCode);
    expect([400, 404]).toContain((await app.inject(`/api/content/${place}`)).statusCode);
    expect((await app.inject(`/api/content/${place}/draft?draft=x`)).statusCode).toBeGreaterThanOrEqual(400);
  });

  test('a version that this release cannot read is not restored, and the published one stays (product 19.10)', async () => {
    const place = 'organic-store/about';
    await save(place, aText('Now'));
    await publish(place);
    await database.query(
      `INSERT INTO content_versions (store, key, number, body, published_at, published_by)
       VALUES ('organic-store', 'about', 7, '{"title":"Later","body":[{"kind":"video"}]}', now(), 'Ada')`,
    );
    const refused = await ada.post(`/content/${place}/restore`, { version: (await open(place)).version, number: 7 });
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['lead']]);
    expect(await read(place)).toBe('Now');
  });

  test('an order keeps the version of the terms that was published (product 19.11)', async () => {
    await save('every-store/terms', aText('Terms of November'));
    await publish('every-store/terms');
    const { order } = (
      await app.inject({
        method: 'POST',
        url: '/api/orders',
        headers: { 'idempotency-key': newKey() },
        payload: anOrderBody(),
      })
    ).json();
    const { rows } = await database.query<{ title: string }>(
      `SELECT v.body ->> 'title' AS title FROM orders o JOIN content_versions v ON v.id = o.terms_id WHERE o.number = $1`,
      [order.number],
    );
    expect(rows).toEqual([{ title: 'Terms of November' }]);
    const { history } = await open('every-store/terms');
    expect((await ada.get(`/orders/${order.number}`)).json().data.terms_version).toBe(history[0].number);
  });
});
