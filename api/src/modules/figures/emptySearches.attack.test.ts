import type { Figures } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import { addMs, DAY_MS } from '../../clock';
import type { Database } from '../../database/Database';
import { startCleanup } from '../../startCleanup';
import { StaffVisitor } from '../../testing/StaffVisitor';
import { buildTestApp, testConfig } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { EmptySearches } from './EmptySearches';
import { normalizeTerm } from './normalizeTerm';

const HONEST = '203.0.113.7';
const gone = { query: () => Promise.reject(new Error('gone')) } as unknown as Database;

test.each([
  ['an email address', 'ada@example.com'],
  ['an address in full width', 'ada＠example.com'],
  ['a phone number', 'call 555-0100 12'],
  ['the number of a card', '4242 4242 4242 4242'],
  ['digits of other writings', 'x ٤٢٤٢٤٢'],
  ['a long text', 'word '.repeat(13)],
  ['100 kB', 'a'.repeat(100_000)],
  ['no letter', '?!… 123'],
])('%s is not counted (security 7.30)', async (_what, q) => {
  expect(normalizeTerm(q)).toBeUndefined();
  const searches = new EmptySearches();
  searches.record({ store: 'jewellery-store', q, ip: HONEST, now: new Date() });
  // Nothing is written.
  await searches.flush(gone);
});

describe.each(databaseKinds)('searches without a result on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let ada: StaffVisitor;
  let searches: EmptySearches;
  let now = new Date('2026-11-21T20:00:00Z');
  const clock = { now: () => now };
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  }, 60_000);
  afterAll(() => database.close());
  beforeEach(async () => {
    now = new Date('2026-11-21T20:00:00Z');
    searches = new EmptySearches();
    app = await buildTestApp(database, { trustedProxies: 1, listingCacheMs: 60_000 }, clock, {
      emptySearches: searches,
    });
    await database.query('DELETE FROM staff');
    await database.query('DELETE FROM empty_searches');
    ada = await new StaffVisitor(app, database, clock).join('ada@example.com', 'analyst');
  });
  afterEach(() => app.close());

  const search = (
    q: string,
    { from = HONEST, rest = '' }: { readonly from?: string | null; readonly rest?: string } = {},
  ) =>
    app.inject({
      url: `/api/products?q=${encodeURIComponent(q)}${rest}`,
      remoteAddress: '10.0.0.2',
      headers: from === null ? {} : { 'x-forwarded-for': from },
    });
  const read = async (query = ''): Promise<string[]> => {
    await searches.flush(database);
    const { data } = (await ada.get(`/figures${query}`)).json<{ data: Figures }>();
    return data.searches.map(({ term, times, store }) => `${term} ${times} ${store}`);
  };
  const countRows = async (): Promise<number> => (await database.query('SELECT FROM empty_searches')).rowCount ?? 0;

  test('what people search for and do not find is listed by how many did, for each storefront (product 18.8)', async () => {
    await search('Rocket Fuel', { rest: '&store=organic-store' });
    await search('  ROCKET\u00a0 fuel ', { rest: '&store=organic-store' });
    await search('rocket fuel', { from: '198.51.100.2', rest: '&store=organic-store' });
    await search('rocketfuel', { from: '198.51.100.1', rest: '&store=organic-store' });
    await search('tiara of the moon');
    expect(await read()).toEqual([
      'rocket fuel 2 organic-store',
      'rocketfuel 1 organic-store',
      'tiara of the moon 1 jewellery-store',
    ]);
    await search('tiara of the moon', { from: '198.51.100.1' });
    expect(await read('?store=jewellery-store')).toEqual(['tiara of the moon 2 jewellery-store']);
  });

  test('a search counts once for a connection and day: also doubled, by page, by filter, and from the cache (product 18.8)', async () => {
    for (const rest of ['', '', '&page=2', '&min_price=10', '&category=rings']) await search('zeppelin', { rest });
    await search('ring');
    await search('ring', { rest: '&minPrice=4999' });
    await search('');
    expect(await read()).toEqual(['zeppelin 1 jewellery-store']);
    now = addMs(now, DAY_MS);
    await ada.signIn();
    await search('zeppelin');
    expect(await read()).toEqual(['zeppelin 2 jewellery-store']);
  });

  test('pages that hosts render for robots, reloads and links count nothing (product 18.8)', async () => {
    await search('zeppelin', { from: null });
    expect(await read()).toEqual([]);
  });

  test('NUL bytes, halves of letters and quotes neither end nor block what is written (security 7.30)', async () => {
    for (const q of ['tia\0ra', 'cro\ud800wn', "'; DROP TABLE orders; --", '=HYPERLINK("x")', '<b>gold</b>'])
      searches.record({ store: 'jewellery-store', q, ip: HONEST, now });
    await search('moon\0stone');
    expect(await read()).toHaveLength(6);
    expect((await database.query("SELECT FROM empty_searches WHERE term ~ '[[:cntrl:]]'")).rowCount).toBe(0);
  });

  test('nothing of who searched is written (security 7.30)', async () => {
    await search('zeppelin');
    await searches.flush(database);
    const { rows } = await database.query('SELECT * FROM empty_searches');
    expect(rows).toEqual([{ day: expect.anything(), store: 'jewellery-store', term: 'zeppelin', times: 1 }]);
  });

  test('a connection that floods with random terms fills neither memory nor table, and honest ones go on counting (security 7.31)', async () => {
    const record = (q: string, ip: string): void => searches.record({ store: 'organic-store', q, ip, now });
    record('oat milk', HONEST);
    for (let index = 0; index < 4_000; index += 1)
      record(
        `flood ${index.toString(36).replaceAll(/\d/g, 'x')} ${String.fromCodePoint(0x4e00 + index)}`,
        '198.51.100.66',
      );
    // One home with many addresses, and one with a /48.
    for (let index = 0; index < 4_000; index += 1)
      record(`flood ${String.fromCodePoint(0x4e00 + index)}`, `2001:db8:1:${(index % 65_536).toString(16)}::1`);
    await searches.flush(database);
    expect(await countRows()).toBeLessThan(1 + 30 + 500);
    record('oat milk', '192.0.2.9');
    record('kefir', '192.0.2.9');
    expect((await read()).slice(0, 1)).toEqual(['oat milk 2 organic-store']);
    const { rows } = await database.query<{ times: number }>("SELECT times FROM empty_searches WHERE term = 'kefir'");
    expect(rows).toEqual([{ times: 1 }]);
  });

  test('however many flood, a day has at most a thousand terms of a process, and what was counted goes on counting (security 7.31)', async () => {
    const record = (q: string, ip: string): void => searches.record({ store: 'organic-store', q, ip, now });
    record('oat milk', HONEST);
    for (let index = 0; index < 8_000; index += 1)
      record(
        `flood ${String.fromCodePoint(0x4e00 + (index % 8_000))}`,
        `${1 + (index % 200)}.${Math.floor(index / 200)}.1.1`,
      );
    record('oat milk', '192.0.2.9');
    await searches.flush(database);
    const { rows } = await database.query("SELECT times FROM empty_searches WHERE term = 'oat milk'");
    expect([rows, await countRows()]).toEqual([[{ times: 2 }], 1_000]);
    now = addMs(now, DAY_MS);
    record('kefir', HONEST);
    await searches.flush(database);
    expect(await countRows()).toBe(1_001);
  });

  test('what cannot be written is kept, and written once; processes add to one another (product 18.8)', async () => {
    searches.record({ store: 'organic-store', q: 'oat milk', ip: HONEST, now });
    await expect(searches.flush(gone)).rejects.toThrow('gone');
    searches.record({ store: 'organic-store', q: 'oat milk', ip: '192.0.2.9', now });
    const other = new EmptySearches();
    other.record({ store: 'organic-store', q: 'oat milk', ip: '192.0.2.10', now });
    await Promise.all([searches.flush(database), other.flush(database)]);
    expect(await read()).toEqual(['oat milk 3 organic-store']);
    expect(await read()).toEqual(['oat milk 3 organic-store']);
  });

  test('searches are kept for 90 days (product 18.8)', async () => {
    searches.record({ store: 'organic-store', q: 'oat milk', ip: HONEST, now });
    await searches.flush(database);
    const errors: unknown[] = [];
    const clean = async (days: number): Promise<number> => {
      const cleanup = startCleanup({
        database,
        clock: { now: () => addMs(now, days * DAY_MS) },
        config: testConfig,
        onError: (error) => errors.push(error),
      });
      await cleanup.settled();
      cleanup.stop();
      return countRows();
    };
    expect([await clean(90), await clean(92), errors]).toEqual([1, 0, []]);
  });
});
