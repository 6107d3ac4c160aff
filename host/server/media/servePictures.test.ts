import fs from 'node:fs';
import path from 'node:path';
import type { ObjectStorage } from '@shop/server-kit/storage/ObjectStorage';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';
import { waitUntil } from '@shop/server-kit/testing/waitUntil';
import type { FastifyInstance } from 'fastify';
import { buildServer } from '../buildServer';
import { readConfig } from '../config';
import { aHostDist } from '../testing/aHostDist';

const RING = 'jewellery/ring-halo-1.4861fd1d-640.webp';
const dist = aHostDist();
const cache = path.join(dist.folder, 'release-cache');
let app: FastifyInstance;
let reads: string[] = [];
let answer: (name: string) => ReturnType<ObjectStorage['read']>;

const found = (body: string): ReturnType<ObjectStorage['read']> =>
  Promise.resolve({ body: Buffer.from(body), tag: 'a tag' });

beforeAll(async () => {
  const environment = {
    HOST_DIST: dist.hostDist,
    MEDIA_DIR: dist.mediaDirectory,
    REGISTRY_DIR: path.join(dist.folder, 'registry'),
    RELEASE_CACHE_DIR: cache,
    API_ORIGIN: 'http://127.0.0.1:9',
  };
  fs.mkdirSync(environment.REGISTRY_DIR);
  app = await buildServer(readConfig(environment), openTestRegistry(environment.REGISTRY_DIR), false, {
    pictures: { read: (name) => (reads.push(name), answer(name)) },
  });
});
beforeEach(() => {
  reads = [];
  answer = () => Promise.resolve(undefined);
  for (const folder of [dist.mediaDirectory, path.join(cache, 'pictures')])
    fs.rmSync(folder, { recursive: true, force: true });
});
afterAll(async () => {
  await app.close();
  dist.remove();
});

const ask = (name: string) => app.inject({ url: `/media/${name}` });

test('a picture is read from the bucket once, also by many at once, and served from then on without it', async () => {
  answer = () => found('a ring');
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask(RING)));
  for (const { statusCode, body, headers } of answers) {
    expect([statusCode, body]).toEqual([200, 'a ring']);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'image/webp',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  }
  expect(reads).toEqual([RING]);
  answer = () => Promise.reject(new Error('gone'));
  expect((await ask(RING)).body).toBe('a ring');
  expect(fs.existsSync(dist.mediaDirectory)).toBe(false);
});

test('a picture that came with the shop is not asked for', async () => {
  fs.mkdirSync(path.join(dist.mediaDirectory, 'jewellery'), { recursive: true });
  fs.writeFileSync(path.join(dist.mediaDirectory, RING), 'built in');
  expect((await ask(RING)).body).toBe('built in');
  expect(reads).toEqual([]);
});

test('a picture that the bucket does not have is asked for once a minute', async () => {
  const name = 'jewellery/ring-none-1.00000000-640.webp';
  for (let n = 0; n < 3; n += 1) {
    const { statusCode, headers } = await ask(name);
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
  }
  expect(reads).toEqual([name]);
});

test.each([
  '',
  'ring.webp',
  'manifest.json',
  '..%2flive.00000000-640.webp',
  'jewellery/%00.4861fd1d-640.webp',
  'jewellery/ring.4861fd1d-640.svg',
  `originals/${'4861fd1d'.repeat(8)}`,
  `${'a/'.repeat(9)}ring.4861fd1d-640.webp`,
])('"%s" is no picture, and the bucket is not asked', async (name) => {
  expect([400, 404]).toContain((await ask(name)).statusCode);
  expect(reads).toEqual([]);
});

test('while the bucket is gone, pictures that are not here get 503, and come when it is back', async () => {
  const name = 'organic/apples-1.4861fd1d-640.avif';
  answer = () => Promise.reject(new Error('gone'));
  const refused = await ask(name);
  expect(refused).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } });
  answer = () => found('apples');
  expect((await ask(name)).body).toBe('apples');
});

test('an empty object of the bucket is no picture, and is not kept', async () => {
  const name = 'added/ring-empty.4861fd1d-640.webp';
  answer = () => found('');
  expect((await ask(name)).statusCode).toBe(404);
  expect(fs.existsSync(path.join(cache, 'pictures', name))).toBe(false);
});

test('a picture that cannot be kept gets 503, as one of a bucket that is gone', async () => {
  fs.writeFileSync(path.join(cache, 'pictures'), 'a file in the way');
  answer = () => found('a ring');
  const name = 'added/ring-no-disk.4861fd1d-640.webp';
  expect(await ask(name)).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } });
  fs.rmSync(path.join(cache, 'pictures'));
  expect((await ask(name)).body).toBe('a ring');
});

test('many names that are not there hold up no picture that is', async () => {
  let release = (): void => undefined;
  const answering = new Promise<void>((resolve) => {
    release = resolve;
  });
  answer = (name) => answering.then(() => (name.includes('none') ? undefined : found('a ring')));
  const none = Array.from({ length: 200 }, (_, n) => ask(`added/none-${n}.4861fd1d-640.webp`));
  const ring = ask('added/ring-beside.4861fd1d-640.webp');
  await waitUntil('the bucket is asked', () => reads.length === 20);
  release();
  expect((await ring).body).toBe('a ring');
  for (const { statusCode } of await Promise.all(none)) expect(statusCode).toBe(404);
});

test('a bucket that hangs holds nobody for more than two seconds, and few reads at once', async () => {
  let release = (): void => undefined;
  const hanging = new Promise<void>((resolve) => {
    release = resolve;
  });
  answer = () => hanging.then(() => found('late'));
  const name = (n: number): string => `jewellery/ring-${n}.4861fd1d-640.webp`;
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(name(n))));
  expect(performance.now() - began).toBeLessThan(4_000);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
  expect(reads).toHaveLength(20);
  release();
  await hanging;
  expect((await ask(name(0))).body).toBe('late');
});
