import { PostDocument, type PostState } from '@shop/contracts';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance } from 'fastify';
import { syncCatalog } from '../../../content/syncCatalog';
import type { Database } from '../../database/Database';
import { findAudit } from '../../testing/anOperator';
import { StaffVisitor } from '../../testing/StaffVisitor';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { findContentVersion } from './contentChangesRepository';

const STORE = 'jewellery-store';
const COMPILED = 'find-your-ring-size-at-home';

const aPost = (overrides: Partial<PostDocument> = {}): PostDocument => ({
  title: 'Pearls by the sea',
  lead: 'Where they come from.',
  category: 'Guide',
  author: 'Ada',
  time: '2026-11-20',
  body: [{ kind: 'paragraph', runs: [{ text: 'word '.repeat(600) }] }],
  ...overrides,
});

describe.each(databaseKinds)('posts that staff write on %s', (kind) => {
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

  const list = async (): Promise<PostState[]> => (await ada.get(`/content/${STORE}/posts`)).json().data.items;
  const begin = async (title: string): Promise<string> => {
    const { key } = (await ada.post(`/content/${STORE}/posts`, { title })).json().data;
    return key.replace(/^post\./, '');
  };
  const open = async (id: string) => (await ada.get(`/content/${STORE}/post.${id}`)).json().data;
  const save = async (id: string, document: object) =>
    ada.call('PUT', `/content/${STORE}/posts/${id}`, { version: (await open(id)).version, document });
  const act = async (id: string, what: string, body: object = {}) =>
    ada.post(`/content/${STORE}/post.${id}/${what}`, { version: (await open(id)).version, ...body });
  const read = async (id: string) => {
    const response = await app.inject(`/api/posts/${id}`);
    return response.statusCode === 200 ? response.json().data : response.json().code;
  };

  test('posts of the release are in the list, newest first, and can be edited as they are (product 19.27)', async () => {
    const posts = await list();
    expect(posts.length).toBeGreaterThan(5);
    expect(posts.every(({ shown, draft }) => shown && draft === null)).toBe(true);
    expect(posts.map(({ time }) => time)).toEqual(
      posts
        .map(({ time }) => time)
        .sort()
        .reverse(),
    );
    for (const store of [STORE, 'organic-store'])
      for (const { id } of (await ada.get(`/content/${store}/posts`)).json().data.items as PostState[]) {
        const { document, shown } = (await ada.get(`/content/${store}/post.${id}`)).json().data;
        expect([id, shown, Check(PostDocument, document)]).toEqual([id, true, true]);
      }
  });

  test('a post is a draft until it is published, and then in the blog and the sitemap (product 19.27, 19.28)', async () => {
    const id = await begin('Pearls by the sea: a Guide');
    expect(id).toBe('pearls-by-the-sea-a-guide');
    expect((await list())[0]).toMatchObject({ id, time: '2026-11-21', shown: false, draft: { by: 'Ada' } });
    await save(id, aPost());
    expect(await read(id)).toBe('POST_NOT_FOUND');
    const before = await findContentVersion(database);
    expect((await act(id, 'publish')).json().data).toMatchObject({
      shown: true,
      draft: null,
      published: { number: 1 },
    });
    expect(await findContentVersion(database)).not.toBe(before);
    expect(await read(id)).toMatchObject({
      ...{ store: STORE, title: 'Pearls by the sea', description: 'Where they come from.', time: '2026-11-20' },
      ...{ readMore: 'Read more', readingTime: 3, image: '', author: 'Ada' },
    });
    expect((await app.inject('/api/sitemap.xml')).body).toContain(`/blog/${id}<`);
    expect((await app.inject('/api/site')).json().data).toEqual({});
    expect((await ada.get('/content')).json().data).toEqual([]);
    expect(await findAudit(database, `${STORE}/post.${id}`)).toMatchObject([{ action: 'content.published' }]);
    await save(id, aPost({ title: 'Longer' }));
    expect((await read(id)).title).toBe('Pearls by the sea');
  });

  test('a post with the title of another one gets an address of its own', async () => {
    expect([await begin('Twice'), await begin('Twice'), await begin('!?'), await begin('項鍊')]).toEqual([
      'twice',
      'twice-2',
      'post',
      'post-2',
    ]);
    expect(await begin('Find your ring size at home')).toBe(`${COMPILED}-2`);
    expect(await begin('Why our carrots are crooked')).toBe('why-our-carrots-are-crooked-2');
    const both = await Promise.all([begin('At once'), begin('At once')]);
    expect(new Set(both).size).toBe(2);
  });

  test('a post that is taken back is a draft, and no deployment brings it back (product 19.32)', async () => {
    const { title, image } = await read(COMPILED);
    const taken = (await act(COMPILED, 'unpublish')).json().data;
    expect(taken).toMatchObject({ shown: false, draft: { by: 'Ada' }, document: { title, picture: { src: image } } });
    expect(await read(COMPILED)).toBe('POST_NOT_FOUND');
    const deploy = async (): Promise<void> => {
      await database.query("UPDATE seed_state SET hash = 'of another release'");
      await syncCatalog(database, '/nonexistent/manifest.json');
    };
    await deploy();
    expect(await read(COMPILED)).toBe('POST_NOT_FOUND');
    await save(COMPILED, { ...taken.document, title: 'Ours' });
    expect((await act(COMPILED, 'publish')).statusCode).toBe(200);
    await deploy();
    expect(await read(COMPILED)).toMatchObject({ title: 'Ours', image });
    await act(COMPILED, 'restore', { number: 1 });
    expect((await open(COMPILED)).document).toEqual(taken.document);
    await act(COMPILED, 'discard');
    expect(await findAudit(database, `${STORE}/post.${COMPILED}`)).toMatchObject([
      { action: 'content.withdrawn' },
      { action: 'content.published' },
    ]);
  });

  test('what was published before comes back as a draft (product 19.32)', async () => {
    const id = await begin('Versions');
    for (const title of ['One', 'Two']) {
      await save(id, aPost({ title }));
      await act(id, 'publish');
    }
    await act(id, 'restore', { number: 1 });
    expect([(await open(id)).document.title, (await read(id)).title]).toEqual(['One', 'Two']);
  });

  test('a draft that is discarded is gone, and its address is free', async () => {
    const id = await begin('Never mind');
    expect((await act(id, 'discard')).json().data).toMatchObject({ shown: false, draft: null });
    expect((await list()).map((post) => post.id)).not.toContain(id);
    expect((await ada.get(`/content/${STORE}/post.${id}`)).statusCode).toBe(404);
    expect(await begin('Never mind')).toBe(id);
  });

  test('a preview shows the draft for an hour, and only that of its post (product 19.33)', async () => {
    const id = await begin('Seen before');
    const url = new URL((await open(id)).preview_url);
    expect(url.pathname).toBe(`/blog/${id}`);
    const draft = encodeURIComponent(url.searchParams.get('draft') ?? '');
    const preview = async (of: string, key = draft) => {
      const response = await app.inject(`/api/posts/${of}/draft?draft=${key}`);
      return response.statusCode === 200 ? response.json().data.title : response.statusCode;
    };
    expect(await preview(id)).toBe('Seen before');
    expect(await preview('twice')).toBe(404);
    expect(await preview(id, draft.slice(0, -1))).toBe(404);
    expect(await preview(COMPILED)).toBe('Ours');
    now = new Date(now.getTime() + 3_601_000);
    expect(await preview(id)).toBe(404);
    await ada.signIn();
  });

  test('a preview of a draft that this release does not know shows what shoppers see (product 19.10)', async () => {
    await database.query(
      `INSERT INTO content_documents (store, key, draft, drafted_by, drafted_at, version)
       VALUES ('jewellery-store', 'post.newer', '{"headline": "Later"}', 'Ada', now(), 1)`,
    );
    const draft = new URL((await open('newer')).preview_url).searchParams.get('draft') ?? '';
    const response = await app.inject(`/api/posts/newer/draft?draft=${encodeURIComponent(draft)}`);
    expect([response.statusCode, response.json().message]).toEqual([404, 'Post not found']);
    await database.query("DELETE FROM content_documents WHERE key = 'post.newer'");
  });

  test('of two who write, the second is told (product 19.7)', async () => {
    const id = await begin('Two hands');
    const { version } = await open(id);
    const send = (title: string) =>
      ada.call('PUT', `/content/${STORE}/posts/${id}`, { version, document: aPost({ title }) });
    expect((await send('First')).statusCode).toBe(200);
    const second = await send('Second');
    expect([second.statusCode, second.json().code]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect((await open(id)).document.title).toBe('First');
  });

  test.each([
    ['a lead', { lead: ' ' }, 'lead'],
    ['a category', { category: '' }, 'category'],
    ['an author', { author: '' }, 'author'],
    ['words', { body: [{ kind: 'paragraph', runs: [{ text: ' ' }] }] }, 'body'],
    ['a picture that is there', { picture: { src: '/media/gone-640.webp', alt: '' } }, 'picture.src'],
    ['a day that has come somewhere', { time: '2026-11-23' }, 'time'],
    ['a day that exists', { time: '2026-02-31' }, 'time'],
    [
      'a product that is there',
      { body: [{ kind: 'paragraph', runs: [{ text: 'a', href: '/products/no' }] }] },
      'body.0.runs.0.href',
    ],
  ] as const)('is not published without %s, and says where (product 19.34)', async (_what, fields, field) => {
    const id = await begin('Not yet');
    expect((await save(id, { ...aPost(), ...fields })).statusCode).toBe(200);
    const refused = await act(id, 'publish');
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, [field]]);
    expect(await read(id)).toBe('POST_NOT_FOUND');
  });

  test.each([
    ['a script', { body: [{ kind: 'paragraph', runs: [{ text: 'a', href: 'javascript:alert(1)' }] }] }],
    ['a picture elsewhere', { picture: { src: 'https://evil.example/x.png', alt: '' } }],
    ['a picture outside of the media', { picture: { src: '/media/"onerror="', alt: '' } }],
    ['NUL', { title: 'a\0b', lead: 'a\0b' }],
    ['two lines for a title', { title: 'a\nb' }],
    ['another kind of document', { sections: [] }],
    ['a day that is text', { time: 'tomorrow' }],
  ])('does not keep a post with %s (security 7.37)', async (_what, fields) => {
    const id = await begin('Hostile');
    const response = await save(id, { ...aPost(), ...fields });
    if (response.statusCode === 200) expect(JSON.stringify(response.json())).not.toContain(String.raw`\u0000`);
    else expect([response.statusCode, (await open(id)).document.title]).toEqual([400, 'Hostile']);
  });

  test('does not keep 300 kB (security 7.37)', async () => {
    const id = await begin('Long');
    const body = [{ kind: 'paragraph', runs: Array.from({ length: 40 }, () => ({ text: 'a'.repeat(7_500) })) }];
    expect((await save(id, aPost({ body } as Partial<PostDocument>))).statusCode).toBe(413);
    expect((await open(id)).document.title).toBe('Long');
  });

  test.each([
    [`/content/organic-store/post.${COMPILED}`, 404],
    [`/content/every-store/post.${COMPILED}`, 404],
    ['/content/every-store/posts', 404],
    ['/content/no-such-store/posts', 404],
    [`/content/${STORE}/post.no-such-post`, 404],
    [`/content/${STORE}/post.`, 404],
    [`/content/${STORE}/post.A%00`, 400],
    [`/content/${STORE}/posts?cursor=999999`, 200],
    [`/content/${STORE}/posts?cursor=-1`, 400],
  ])('%s is answered with %d (security 7.37)', async (path, status) => {
    expect((await ada.get(path)).statusCode).toBe(status);
  });

  test("another storefront's post is not changed, published or taken back (security 7.37)", async () => {
    const place = `/content/organic-store/post.${COMPILED}`;
    const title = (await read(COMPILED)).title;
    const path = `/content/organic-store/posts/${COMPILED}`;
    expect((await ada.call('PUT', path, { version: 0, document: aPost() })).statusCode).toBe(404);
    for (const what of ['publish', 'unpublish', 'discard'])
      expect((await ada.post(`${place}/${what}`, { version: 0 })).statusCode).toBe(404);
    expect((await read(COMPILED)).title).toBe(title);
  });
});
