import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { MAX_PICTURE_BYTES, type Role, type StaffPicture } from '@shop/contracts';
import { FileStorage } from '@shop/server-kit/storage/FileStorage';
import { S3Storage } from '@shop/server-kit/storage/S3Storage';
import { startS3 } from '@shop/server-kit/testing/startS3';
import { waitUntil } from '@shop/server-kit/testing/waitUntil';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import type { Database } from '../../database/Database';
import { findAudit } from '../../testing/anOperator';
import { ADMIN, StaffVisitor } from '../../testing/StaffVisitor';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { Visitor } from '../../testing/Visitor';
import { makeDuePictures } from './makeDuePictures';
import type { PictureStorage } from './makeSizes';

const NOON = new Date('2026-11-21T12:00:00Z');
const SCRIPT = '<script>alert(document.domain)</script>';
const URL_PATH = '/api/admin/pictures';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'upload-tests-'));
/** Where uploads arrive. */
const arriving = path.join(folder, 'arriving');
const tmpdir = jest.spyOn(os, 'tmpdir');

let colors = 0;
/** Different each time: the same file would be the same picture. */
const aPicture = (width = 640, height = 640) => {
  colors += 1;
  return sharp({ create: { width, height, channels: 3, background: { r: colors % 256, g: colors >> 8, b: 40 } } });
};
const aFile = (): Promise<Buffer> => aPicture().png().toBuffer();
const toHash = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

interface Answer {
  readonly status: number;
  readonly body: {
    readonly code?: string;
    readonly message?: string;
    readonly picture?: StaffPicture;
    readonly data?: { readonly items: StaffPicture[]; readonly next: string | null };
  };
  readonly headers: http.IncomingHttpHeaders;
}

/** A PNG that says it has so many pixels, all of the same color. */
const aBomb = (width: number, height: number): Buffer => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0], 8); // one bit, gray
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

describe.each(databaseKinds)('uploads of pictures on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let port: number;
  let ada: StaffVisitor;
  let media: string;
  let files: FileStorage;
  let now = NOON;
  let faults: Partial<PictureStorage> = {};
  const clock = { now: () => now };
  /** Those of the test, unless it has something go wrong. */
  const pictures: PictureStorage = {
    name: 'a storage',
    read: (key) => (faults.read ?? files.read.bind(files))(key),
    create: (key, body) => (faults.create ?? files.create.bind(files))(key, body),
  };
  const context = () => ({ database, clock, pictures });

  beforeAll(async () => {
    fs.mkdirSync(arriving);
    tmpdir.mockReturnValue(arriving);
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, clock, { pictures });
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
    ada = await new StaffVisitor(app, database, clock).join('ada@example.com', 'catalog');
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
    tmpdir.mockRestore();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    now = NOON;
    faults = {};
    media = fs.mkdtempSync(path.join(folder, 'media-'));
    files = new FileStorage(media);
    await database.query('DELETE FROM pictures');
  });
  afterEach(async () => {
    await waitUntil('nothing is left of any upload', () => fs.readdirSync(arriving).length === 0);
  });

  const headersOf = (visitor: StaffVisitor): Record<string, string> => ({
    host: new URL(ADMIN).host,
    origin: ADMIN,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/octet-stream',
    cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  });

  /** Sends a body as a browser does: over a socket. */
  const put = (content: Buffer, query = '', headers: Readonly<Record<string, string | undefined>> = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const all = Object.entries({ ...headersOf(ada), ...headers }).filter(([, value]) => value !== undefined);
      const request = http.request(
        {
          port,
          host: '127.0.0.1',
          agent: false,
          method: 'PUT',
          path: `${URL_PATH}${query}`,
          headers: { ...Object.fromEntries(all), 'content-length': content.length },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => (text += part));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              body: JSON.parse(text) as Answer['body'],
              headers: response.headers,
            }),
          );
        },
      );
      request.on('error', reject).end(content);
    });
  /** Sends bytes as they are, and returns what comes back until the connection closes. */
  const sendRaw = (head: Readonly<Record<string, string>>, parts: readonly Buffer[], closes = false) =>
    new Promise<string>((resolve) => {
      const lines = Object.entries({ ...headersOf(ada), ...head }).map(([name, value]) => `${name}: ${value}\r\n`);
      const socket = net.connect(port, '127.0.0.1', () => {
        socket.write(`PUT ${URL_PATH} HTTP/1.1\r\n${lines.join('')}\r\n`);
        for (const part of parts) socket.write(part);
        if (closes) setTimeout(() => socket.destroy(), 50);
      });
      let answer = '';
      socket.on('data', (data) => (answer += data.toString('latin1')));
      socket.on('error', () => undefined); // closed while it sends
      socket.on('close', () => resolve(answer));
    });
  const list = async (query = ''): Promise<StaffPicture[]> =>
    (await ada.get(`/pictures${query}`)).json<Answer['body']>().data?.items ?? [];
  const listMedia = (): string[] =>
    fs
      .readdirSync(media, { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(media, path.join(entry.parentPath, entry.name)))
      .sort();

  test('a picture is uploaded, waits, and is ready in all sizes; the file itself is kept as it came (product 16.54, 16.57)', async () => {
    const content = await aFile();
    const { status, body } = await put(content, '?name=C%3A%5CPhotos%5CMein%20Ring.JPG&alt=A%20ring');
    expect([status, body.picture]).toEqual([
      200,
      {
        id: expect.any(Number),
        hash: toHash(content),
        name: 'Mein Ring.JPG',
        url: null,
        width: 640,
        height: 640,
        alt: 'A ring',
        state: 'waiting',
        error: '',
        bytes: content.length,
        by: 'Ada',
        date: '2026-11-21T12:00:00Z',
      },
    ]);
    const original = `originals/${toHash(content)}`;
    expect(listMedia()).toEqual([original]);
    await makeDuePictures(context());
    const base = `added/mein-ring.${toHash(content).slice(0, 8)}`;
    expect(await list()).toMatchObject([{ state: 'ready', url: `/media/${base}-640.webp` }]);
    expect(listMedia()).toEqual(
      [
        ...['1200.avif', '1200.jpg', '1200.webp', '320.avif', '320.webp', '640.avif', '640.webp'],
        ...['960.avif', '960.webp'],
      ]
        .map((size) => `${base}-${size}`)
        .concat(original),
    );
    expect(fs.readFileSync(path.join(media, original))).toEqual(content);
    expect(await findAudit(database, String(body.picture?.id))).toEqual([
      { who: 'Ada', action: 'picture.uploaded', before: null, after: { name: 'Mein Ring.JPG' } },
    ]);
  });

  test('pictures are found by name, id and hash, fifty at a time, and described (product 16.56)', async () => {
    const first = (await put(await aFile(), '?name=ring-0.jpg')).body.picture;
    await database.query(
      `INSERT INTO pictures (hash, name, url, width, height, alt, state, bytes, actor, created_at, next_attempt_at)
       SELECT 'hash ' || n, 'ring-' || n || '.jpg', '', 1, 1, '', 'waiting', 1, '{"name":"Ada"}', $1, $1
       FROM generate_series(1, 51) n ORDER BY n`,
      [NOON],
    );
    const page = (await ada.get('/pictures')).json<Answer['body']>().data;
    expect(page?.items.map(({ name }) => name)).toEqual(Array.from({ length: 50 }, (_, n) => `ring-${51 - n}.jpg`));
    expect((await list(`?cursor=${page?.next}`)).map(({ name }) => name)).toEqual(['ring-1.jpg', 'ring-0.jpg']);
    expect((await list('?q=RING-4')).length).toBe(11);
    expect(await list('?q=%25')).toEqual([]);
    const [second] = await list('?q=ring-1.');
    expect(await list(`?ids=${first?.id},${second?.id}`)).toEqual([second, first]);
    expect(await list(`?hashes=${first?.hash}`)).toEqual([first]);
    for (const query of ['ids=1,x', 'ids=9999999999', 'hashes=abc', 'cursor=x', `ids=${'1,'.repeat(50)}1`])
      expect((await ada.get(`/pictures?${query}`)).json()).toMatchObject({ code: 'INVALID_REQUEST' });
    const describe = async (alt: string, seen: string) =>
      ada.patch(`/pictures/${first?.id}`, { alt, seen }).then((response) => response.json<Answer['body']>());
    expect(await describe('A gold ring', '')).toMatchObject({ picture: { ...first, alt: 'A gold ring' } });
    expect(await describe('Another', '')).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      fields: { alt: 'A gold ring' },
    });
    expect((await ada.patch('/pictures/999999999', { alt: 'x', seen: '' })).json()).toMatchObject({
      code: 'PICTURE_NOT_FOUND',
    });
    expect(await findAudit(database, String(first?.id))).toMatchObject([
      { action: 'picture.uploaded' },
      { action: 'picture.described', before: { alt: '' }, after: { alt: 'A gold ring' } },
    ]);
  });

  test('the same file again, also ten times at the same moment, is one picture (product 16.54)', async () => {
    const content = await aFile();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => put(content, `?name=${n}.jpg`)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.picture?.id}`)).size).toBe(1);
    await Promise.all(Array.from({ length: 3 }, () => makeDuePictures(context())));
    const [ready, ...others] = await list();
    expect([ready?.state, others]).toEqual(['ready', []]);
    expect((await put(content)).body.picture).toEqual(ready);
    expect(await findAudit(database, String(ready?.id))).toHaveLength(1);
  });

  test('fifty uploads at once are taken or told when to come again, two at a time (product 16.54)', async () => {
    let running = 0;
    let most = 0;
    faults.create = async (key, body) => {
      most = Math.max(most, (running += 1));
      await waitUntil('two are stored at once', () => most === 2);
      running -= 1;
      return files.create(key, body);
    };
    const contents = await Promise.all(Array.from({ length: 50 }, aFile));
    const answers = await Promise.all(contents.map((content) => put(content)));
    const refused = answers.filter(({ status }) => status === 429);
    const taken = answers.filter(({ status }) => status === 200);
    expect([taken.length + refused.length, most]).toEqual([50, 2]);
    expect(taken.length).toBeGreaterThanOrEqual(10);
    for (const { headers } of refused) expect(headers['retry-after']).toBe('5');
    expect(await list()).toHaveLength(taken.length);
  });

  test('the documentation says that the body is a file', async () => {
    const { paths } = (await ada.get('/openapi.json')).json<{ paths: Record<string, Record<string, object>> }>();
    expect(paths[URL_PATH]?.['put']).toMatchObject({
      requestBody: { content: { 'application/octet-stream': { schema: { format: 'binary', maxLength: 25_000_000 } } } },
      parameters: [
        { name: 'name', in: 'query' },
        { name: 'alt', in: 'query' },
      ],
    });
  });

  describe('what a file may be', () => {
    test.each<[string, string, () => Promise<Buffer> | Buffer]>([
      ['nothing', 'This file is empty.', () => Buffer.alloc(0)],
      [
        'an SVG with a script',
        'This file is not a JPEG, PNG, WebP, AVIF or GIF.',
        () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900">${SCRIPT}</svg>`),
      ],
      [
        'an SVG that reads a file',
        'This file is not a JPEG, PNG, WebP, AVIF or GIF.',
        () =>
          Buffer.from(
            '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><text>&f;</text></svg>',
          ),
      ],
      ['a page', 'This file is not a JPEG, PNG, WebP, AVIF or GIF.', () => Buffer.from(`<!doctype html>${SCRIPT}`)],
      [
        'a bomb of 400 million pixels',
        'This file has 20000x20000 pixels, more than 60 million.',
        () => aBomb(20_000, 20_000),
      ],
      [
        'a small picture',
        'This file has 599x900 pixels, of which each side needs 600.',
        () => aPicture(599, 900).png().toBuffer(),
      ],
    ])('%s is refused, and nothing of it is kept: "%s" (product 16.55)', async (_what, message, make) => {
      const began = performance.now();
      const { status, body } = await put(await make(), '?name=ring.png');
      expect([status, body.code, body.message]).toEqual([422, 'PICTURE_REFUSED', message]);
      expect(performance.now() - began).toBeLessThan(20_000); // a bomb is made, but not decoded
      expect([await list(), listMedia()]).toEqual([[], []]);
    });

    test('of a file that is a picture and a page at once, the picture alone survives (product 16.55)', async () => {
      const jpeg = await aPicture()
        .withExif({ IFD0: { ImageDescription: SCRIPT } })
        .jpeg()
        .toBuffer();
      const png = await aPicture()
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SCRIPT}</x:xmpmeta>`)
        .png()
        .toBuffer();
      const gif = await aPicture().gif().toBuffer();
      for (const picture of [jpeg, png, gif]) await put(Buffer.concat([picture, Buffer.from(SCRIPT)]));
      await makeDuePictures(context());
      expect((await list()).map(({ state }) => state)).toEqual(['ready', 'ready', 'ready']);
      const made = listMedia().filter((name) => name.startsWith('added/'));
      expect(made).toHaveLength(27);
      for (const name of made) expect(fs.readFileSync(path.join(media, name)).includes('script')).toBe(false);
    });

    test('what only decoding shows fails with its reason, and can be uploaded again', async () => {
      const whole = await aPicture().png().toBuffer();
      const half = whole.subarray(0, whole.length / 2);
      expect((await put(half)).status).toBe(200);
      await makeDuePictures(context());
      expect(await list()).toMatchObject([{ state: 'failed', error: 'This file is damaged.', url: null }]);
      expect(listMedia()).toEqual([`originals/${toHash(half)}`]);
      expect((await put(half)).body.picture).toMatchObject({ state: 'waiting', error: '' });
    });
  });

  describe('a body that is not what it says', () => {
    const length = (bytes: number) => ({ 'content-length': String(bytes), connection: 'close' });

    test('too long by its length, it is refused before any of it is read', async () => {
      const answer = await sendRaw(length(MAX_PICTURE_BYTES + 1), []);
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toContain('This file is too large: at most 25 MB.');
    });

    test('too long without one, it is read up to the limit (product 16.54)', async () => {
      const part = randomBytes(1 << 20);
      const chunk = Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
      const answer = await sendRaw(
        { 'transfer-encoding': 'chunked' },
        Array.from({ length: 40 }, () => chunk),
      );
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(await list()).toEqual([]);
    });

    test('cut off, it leaves nothing (product 16.54)', async () => {
      const content = await aFile();
      await sendRaw(length(content.length), [content.subarray(0, content.length / 2)], true);
      await sendRaw({ 'transfer-encoding': 'chunked' }, [Buffer.from('100\r\nhalf')], true);
      await waitUntil('it is gone', () => fs.readdirSync(arriving).length === 0);
      expect([await list(), listMedia()]).toEqual([[], []]);
      expect((await put(content)).status).toBe(200);
    });

    test('of which nothing comes any more, it gives its turn back', async () => {
      const content = await aFile();
      const answer = await sendRaw(length(content.length), [content.subarray(0, 100)]);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('The file did not arrive completely. Please try again.');
    }, 30_000);

    test('as JSON or a form, it is none', async () => {
      for (const type of ['application/json', 'multipart/form-data; boundary=x', 'image/png', 'text/plain'])
        expect((await put(Buffer.from('{}'), '', { 'content-type': type })).status).toBe(415);
    });

    test('its name and text have limits', async () => {
      const { status, body } = await put(await aFile(), `?name=${'x'.repeat(201)}`);
      expect([status, body.code]).toEqual([400, 'INVALID_REQUEST']);
    });
  });

  describe('while the storage fails, nothing is kept, and it can be tried again', () => {
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' });

    test('a disk that is full (product 16.57)', async () => {
      const content = await aFile();
      faults.create = () => Promise.reject(full);
      const { status, body, headers } = await put(content);
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'PICTURES_UNAVAILABLE', '2']);
      expect(await list()).toEqual([]);
      faults = {};
      await put(content);
      let writes = 0;
      faults.create = (key, made) => ((writes += 1) > 3 ? Promise.reject(full) : files.create(key, made));
      await expect(makeDuePictures(context())).rejects.toThrow('The storage of pictures failed');
      expect(await list()).toMatchObject([
        { state: 'waiting', url: null, error: 'The storage of pictures does not answer. It is tried again.' },
      ]);
      faults = {};
      now = new Date(NOON.getTime() + 10_000);
      await makeDuePictures(context());
      expect(await list()).toMatchObject([{ state: 'ready', error: '' }]);
    });

    test('a disk that takes no upload', async () => {
      const content = await aFile();
      tmpdir.mockReturnValueOnce(path.join(arriving, 'gone'));
      expect((await put(content)).body.code).toBe('PICTURES_UNAVAILABLE');
    });

    test('a bucket that is gone, that there is not, and that does not answer (product 16.57)', async () => {
      const s3 = await startS3();
      const use = (options: Partial<ConstructorParameters<typeof S3Storage>[0]> = {}): void => {
        const bucket = new S3Storage({ ...s3.options, timeoutMs: 300, ...options });
        faults = { read: bucket.read.bind(bucket), create: bucket.create.bind(bucket) };
      };
      const content = await aFile();
      use({ bucket: 'another' });
      expect((await put(content)).body.code).toBe('PICTURES_UNAVAILABLE');
      use();
      s3.failNext('silence', 'silence', 'silence');
      expect((await put(content)).body.code).toBe('PICTURES_UNAVAILABLE');
      expect(await list()).toEqual([]);
      expect((await put(content)).status).toBe(200);
      s3.failNext('silence', 'silence', 'silence');
      await expect(makeDuePictures(context())).rejects.toThrow('The storage of pictures failed');
      now = new Date(NOON.getTime() + 10_000);
      await makeDuePictures(context());
      expect(await list()).toMatchObject([{ state: 'ready' }]);
      await s3.stop();
      expect((await put(await aFile())).body.code).toBe('PICTURES_UNAVAILABLE');
    }, 30_000);
  });

  describe('the sizes', () => {
    test('are made by the next process if one died, one minute later, and by one at a time (product 16.57)', async () => {
      await put(await aFile());
      let reads = 0;
      let letGo = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      faults.read = async (key) => {
        reads += 1;
        await held;
        return files.read(key);
      };
      const dying = makeDuePictures(context());
      await waitUntil('the first has begun', () => reads === 1);
      await makeDuePictures(context());
      now = new Date(NOON.getTime() + 59_000);
      await makeDuePictures(context());
      expect(reads).toBe(1);
      now = new Date(NOON.getTime() + 60_000);
      faults = {};
      await makeDuePictures(context());
      expect(await list()).toMatchObject([{ state: 'ready' }]);
      letGo();
      await dying; // it was only slow: it finds everything there
      expect(await list()).toMatchObject([{ state: 'ready' }]);
    });

    test('of a picture that ends every process are not made for ever', async () => {
      await put(await aFile());
      await database.query('UPDATE pictures SET attempts = 3');
      await makeDuePictures(context());
      expect(await list()).toMatchObject([
        { state: 'failed', error: 'Its sizes could not be made. Save it as another file, and upload that.' },
      ]);
    });

    test('of a file that is gone say so', async () => {
      const content = await aFile();
      await put(content);
      fs.rmSync(path.join(media, 'originals'), { recursive: true });
      await makeDuePictures(context());
      expect(await list()).toMatchObject([{ state: 'failed', error: 'The file is no longer there. Upload it again.' }]);
      await put(content);
      await makeDuePictures(context());
      expect(await list()).toMatchObject([{ state: 'ready', error: '' }]);
    });
  });

  describe('whoever may not upload', () => {
    let content: Buffer;
    beforeAll(async () => {
      content = await aFile();
    });
    afterEach(async () => {
      expect([await list(), listMedia()]).toEqual([[], []]);
    });

    test.each<Role>(['orders', 'support', 'analyst'])('is refused as %s', async (role) => {
      const visitor = await new StaffVisitor(app, database, clock).join(`${role}@example.com`, role);
      expect((await put(content, '', headersOf(visitor))).body.code).toBe('NOT_ALLOWED');
      expect((await visitor.get('/pictures')).json()).toMatchObject({ code: 'NOT_ALLOWED' });
    });

    test("is refused without a session, with a customer's, and with that under the staff's name", async () => {
      const customer = new Visitor(app, database);
      await customer.register('customer@example.com');
      const sid = customer.cookies.get('sid') ?? '';
      for (const cookie of ['', `sid=${sid}`, `staff=${sid}`])
        expect((await put(content, '', { cookie })).body.code).toBe('UNAUTHENTICATED');
    });

    test("is refused from the shop's pages and from another site's, and there is nothing at the shop", async () => {
      for (const origin of ['http://shop.test', 'https://evil.example', 'null', undefined])
        expect((await put(content, '', { origin, 'sec-fetch-site': origin && 'cross-site' })).body.code).toBe(
          'FORBIDDEN_ORIGIN',
        );
      expect((await put(content, '', { host: 'shop.test', origin: 'http://shop.test' })).body.code).toBe('NOT_FOUND');
    });

    test('sends a body without end that is not read', async () => {
      const part = Buffer.alloc(1 << 20);
      const chunk = Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
      let read = 0;
      app.server.once('connection', (socket: net.Socket) => socket.once('close', () => (read = socket.bytesRead)));
      const answer = await sendRaw(
        { 'transfer-encoding': 'chunked', cookie: '' },
        Array.from({ length: 40 }, () => chunk),
      );
      expect(answer).toMatch(/^HTTP\/1\.1 401 /);
      await waitUntil('the connection is closed', () => read > 0);
      expect(read).toBeLessThan(2_000_000);
    });
  });
});
