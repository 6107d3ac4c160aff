import type { ProductPage, Suggestions } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { StaffVisitor } from '../../testing/StaffVisitor';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { buildWordPattern, buildWordsQuery } from './searchTerms';
import { StaffSynonyms } from './StaffSynonyms';
import { COMPILED_SYNONYMS, MAX_SYNONYMS, Synonyms } from './synonyms';

describe.each(databaseKinds)('synonyms of staff on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let ada: StaffVisitor;
  const clock = { now: () => new Date('2026-11-21T12:00:00Z') };
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, clock);
    ada = await new StaffVisitor(app, database, clock).join('ada@example.com');
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const save = async (synonyms: readonly (readonly string[])[]) => {
    const { version } = (await ada.get('/settings')).json().data.search;
    return ada.call('PUT', '/settings/search', { version, value: { synonyms } });
  };
  const ask = async (path: string, q: string) => {
    const response = await app.inject(`/api/${path}?store=jewellery-store&q=${encodeURIComponent(q)}`);
    expect([q, response.statusCode]).toEqual([q, 200]);
    return response.json().data;
  };
  const search = async (q: string): Promise<ProductPage> => ask('products', q);
  const suggest = async (q: string): Promise<Suggestions> => ask('search/suggest', q);

  test('count as soon as they are saved, in any case, number and accent, and go with their group (product 19.29)', async () => {
    const { total } = await search('necklace');
    expect(total).toBeGreaterThan(0);
    expect((await search('colliers')).total).toBe(0);
    expect((await save([['  COLLIÉR ', 'Necklaces']])).statusCode).toBe(200);
    for (const q of ['collier', 'Colliers', 'Colliér']) {
      const { searchedFor, ...page } = await search(q);
      expect([q, page.total, searchedFor]).toEqual([q, total, undefined]);
      expect((await suggest(q)).products.length).toBeGreaterThan(0);
    }
    await save([]);
    expect((await search('collier')).total).toBe(0);
  });

  test('are not corrected to a word that looks alike, and are what a mistyped one is corrected to (product 19.30)', async () => {
    await save([['rung', 'necklace']]);
    const { total } = await search('necklace');
    const found = await search('rung');
    expect([found.total, found.searchedFor]).toEqual([total, undefined]);
    expect((await suggest('rung')).corrected).toBeNull();
    await save([['lavaliere', 'necklace']]);
    expect(await search('lavalliere')).toMatchObject({ total, searchedFor: 'lavaliere' });
  });

  test.each([
    ['signs only', ['%', "'", '|', 'necklace']],
    ['signs of SQL', ["col'lier", "necklace'; DROP TABLE products; --"]],
    ['signs of a query', ['collier', '!necklace & (ring | "x":*)']],
    ['signs of a pattern', ['collier', String.raw`neck.*(\m[a-z`]],
    ['phrases', ['collier', 'three - stone ring']],
    ['one word twice', ['Collier', 'colliers']],
    ['other scripts', ['項鍊', 'necklace', '💍']],
  ])('with %s break no search (security 7.38)', async (_what, group) => {
    expect((await save([group])).statusCode).toBe(200);
    for (const q of ['collier', '項鍊', 'necklace', 'collier ring', 'colier', "col'lier %"])
      await Promise.all([search(q), suggest(q)]);
  });

  test('with NUL are refused or stored without it (security 7.38)', async () => {
    await save([['coll\0ier', 'necklace']]);
    expect(JSON.stringify((await ada.get('/settings')).json().data.search)).not.toContain(String.raw`\u0000`);
    await search('collier');
  });

  test('200 groups of ten words make no search long (security 7.38)', async () => {
    const groups = Array.from({ length: 200 }, (_, group) => [
      'necklace',
      ...Array.from({ length: 9 }, (__, word) => `w${group}x${word}${'y'.repeat(20)}`),
    ]);
    expect((await save(groups)).statusCode).toBe(200);
    const synonyms = new Synonyms(groups);
    expect(synonyms.list('necklace')).toHaveLength(MAX_SYNONYMS);
    expect(buildWordsQuery(['necklace'], 'beginnings', synonyms).length).toBeLessThan(4_000);
    expect(buildWordPattern('necklace', 'beginnings', synonyms).length).toBeLessThan(4_000);
    expect(synonyms.listNear('neckalce', { isBeginning: false }).length).toBeLessThan(200);
    // Eight words with all the synonyms that they may have, as they are and mistyped.
    const crossed = groups.map((group, index) => [`pearl${'abcdefgh'[index % 8]}`, ...group.slice(1)]);
    expect((await save(crossed)).statusCode).toBe(200);
    const words = [...'abcdefgh'].map((letter) => `pearl${letter}`).join(' ');
    for (const q of ['neckalce', words, words.replaceAll('ea', 'ae')]) {
      await search(q);
      await suggest(q);
    }
  });
});

describe('searches of a process', () => {
  const open = async () => {
    const database = await openTestDatabase('PGlite');
    let now = 0;
    const query = jest.spyOn(database, 'query');
    return {
      database,
      query,
      advance: (ms: number) => (now += ms),
      synonyms: new StaffSynonyms(database, 1_000, () => now),
    };
  };

  test('ask once a second for the synonyms, also if they come at once (product 19.29)', async () => {
    const { database, query, advance, synonyms } = await open();
    const [first] = await Promise.all([synonyms.read(), synonyms.read(), synonyms.read()]);
    expect(await synonyms.read()).toBe(first);
    expect(query).toHaveBeenCalledTimes(1);
    advance(1_000);
    await synonyms.read();
    expect(query).toHaveBeenCalledTimes(2);
    await database.close();
  });

  test('ask again after a failure', async () => {
    const { database, query, synonyms } = await open();
    query.mockImplementationOnce(async () => {
      throw new Error('the database is away');
    });
    await expect(synonyms.read()).rejects.toThrow('away');
    expect((await synonyms.read()).list('noodle')).toEqual(COMPILED_SYNONYMS.list('noodle'));
    await database.close();
  });
});
