import type { FastifyInstance } from 'fastify';
import { getPost, listPosts } from '@shop/contracts';
import { Check } from '@sinclair/typebox/value';
import type { Database } from '../../database/Database';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';

describe.each(databaseKinds)('the blog on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  const get = async (url: string) => (await app.inject(url)).json();

  test('a page has six posts, newest first (product 10.1)', async () => {
    const response = await get('/api/posts?store=jewellery-store');
    expect(Check(listPosts.response, response)).toBe(true);
    const { items, total, page, pageSize } = response.data;
    expect({ shown: items.length, page, pageSize }).toEqual({ shown: 6, page: 1, pageSize: 6 });
    expect(total).toBeGreaterThan(6);
    const times: string[] = items.map(({ time }: { time: string }) => time);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('pages neither repeat nor omit a post, and a page past the end returns the last one', async () => {
    const first = (await get('/api/posts?store=organic-store')).data;
    const second = (await get('/api/posts?store=organic-store&page=2')).data;
    const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(first.total);
    expect((await get('/api/posts?store=organic-store&page=99')).data).toEqual(second);
    expect((await get('/api/posts?store=organic-store&page=-1e9')).data).toEqual(first);
  });

  test('each storefront has its own posts; the default is jewelry', async () => {
    const jewelry = (await get('/api/posts')).data.items.map(({ id }: { id: string }) => id);
    const organic = (await get('/api/posts?store=organic-store')).data.items.map(({ id }: { id: string }) => id);
    expect(jewelry).toContain('keeping-gold-bright');
    expect(organic).toContain('why-our-carrots-are-crooked');
    expect(jewelry.filter((id: string) => organic.includes(id))).toEqual([]);
    expect((await app.inject('/api/posts?store=nowhere')).statusCode).toBe(400);
  });

  test('every post has a text, a picture and three more posts to read', async () => {
    const { rows } = await database.query<{ id: string }>('SELECT id FROM posts');
    expect(rows.length).toBeGreaterThanOrEqual(12);
    for (const { id } of rows) {
      const response = await get(`/api/posts/${id}`);
      expect(Check(getPost.response, response)).toBe(true);
      expect(response.data.body.length).toBeGreaterThan(4);
      expect(response.data.image).toMatch(/^\/media\/.+-640\.webp$/);
      expect(response.data.imageAlt).not.toBe('');
      expect(response.data.more).toHaveLength(3);
      expect(response.data.more.map((post: { id: string }) => post.id)).not.toContain(id);
    }
  });

  test.each(['no-such-post', "x' OR '1'='1", '%00'])('%s is not a post', async (id) => {
    const response = await app.inject(`/api/posts/${encodeURIComponent(id)}`);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ status: false, message: 'Post not found', code: 'POST_NOT_FOUND' });
  });

  test('the sitemap lists every post and content page (product 1.2, 15.3)', async () => {
    const xml = (await app.inject('/api/sitemap.xml')).body;
    for (const path of [
      '/blog',
      '/blog/keeping-gold-bright',
      '/contact',
      '/faq',
      '/features',
      '/terms',
      '/privacy',
      '/interest-based-ads',
      '/accessibility',
      '/sitemap',
    ]) {
      expect(xml).toContain(`<loc>http://shop.test${path}</loc>`);
      if (!path.startsWith('/blog/')) expect(xml).toContain(`<loc>http://shop.test${path}?store=organic</loc>`);
    }
  });
});
