import fs from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { publishRelease, type Registry, type Release, type ReleaseUpload } from '@shop/registry';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';
import { builtRemote } from '@shop/registry/testing/builtRemote';
import type { FastifyInstance } from 'fastify';
import { buildServer } from './buildServer';
import { readConfig } from './config';
import { aHostDist } from './testing/aHostDist';

let app: FastifyInstance;
let registry: Registry;
const dist = aHostDist();
const now = new Date();
const ofContent = (version: string, text: string): ReleaseUpload => builtRemote({ version, text });
const publish = (upload: ReleaseUpload): Promise<Release> => publishRelease(registry, upload, 'home team', now);
const ask = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

let one: Release;
beforeAll(async () => {
  const environment = {
    HOST_DIST: dist.hostDist,
    MEDIA_DIR: dist.mediaDirectory,
    REGISTRY_DIR: path.join(dist.folder, 'registry'),
    API_ORIGIN: 'http://127.0.0.1:9',
  };
  fs.mkdirSync(environment.REGISTRY_DIR);
  registry = openTestRegistry(environment.REGISTRY_DIR);
  app = await buildServer(readConfig(environment), registry);
  one = await publish(ofContent('1.0.0', 'one'));
});
afterAll(async () => {
  await app.close();
  dist.remove();
});

const buildPath = (release: Release, file = release.web.entry): string => `/remotes/mfe-home/${file}`;

test('a content-addressed file is cached forever and shared by releases', async () => {
  const two = await publish(ofContent('2.0.0', 'two'));
  expect(two.web.styles).toEqual(one.web.styles);
  for (const release of [one, two]) {
    const answer = await ask(buildPath(release));
    expect(answer).toMatchObject({
      statusCode: 200,
      headers: {
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': expect.stringMatching(/javascript; charset=utf-8/),
        'cross-origin-resource-policy': 'same-origin',
      },
    });
    expect(answer.body).toBe(release === one ? '/* one */' : '/* two */');
  }
});

test('serves the copy that the registry compressed', async () => {
  const text = 'much '.repeat(400);
  const { web } = await publish(ofContent('compressed', text));
  const answer = await ask(`/remotes/mfe-home/${web.entry}`, { 'accept-encoding': 'br' });
  expect(answer.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(answer.rawPayload).toString()).toContain(text);
});

test('caches are told that a script is compressed for some browsers only', async () => {
  for (const url of [buildPath(one), '/assets/uses.json'])
    expect((await ask(url)).headers.vary).toBe('accept-encoding');
});

test("files of releases, of the host and media are no documents of the shop's origin", async () => {
  for (const url of [buildPath(one), '/assets/uses.json', '/media/none.00000000-640.webp'])
    expect((await ask(url)).headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none';/),
      'x-content-type-options': 'nosniff',
    });
});

test('of the directory with pictures, nothing is served but pictures: not what staff uploaded as it came', async () => {
  const write = (name: string): string => {
    fs.mkdirSync(path.dirname(path.join(dist.mediaDirectory, name)), { recursive: true });
    fs.writeFileSync(path.join(dist.mediaDirectory, name), 'content');
    return `/media/${name}`;
  };
  const picture = await ask(write('added/ring.4861fd1d-640.webp'));
  expect(picture).toMatchObject({
    statusCode: 200,
    headers: { 'cache-control': 'public, max-age=31536000, immutable', 'content-type': 'image/webp' },
  });
  const original = write(`originals/${'4861fd1d'.repeat(8)}`);
  for (const url of [
    original,
    original.replace('originals', '%6friginals'),
    `${original}.4861fd1d-640.webp`,
    write('.unfinished/ring.4861fd1d-640.webp'),
    write('manifest.json'),
  ])
    expect([url, (await ask(url)).body]).toEqual([url, expect.not.stringContaining('content')]);
});

test.each([
  ['a file that no release has', () => '/remotes/mfe-home/remote.AAAAAAAAAAAAAAAA.js'],
  ['the build manifest', () => '/remotes/mfe-home/mf-manifest.json'],
  ['a compressed copy', () => `${buildPath(one, one.web.scripts[0])}.br`],
  ['the node build', () => `/remotes/mfe-home/${one.node.entry}`],
  ["a release's description", () => '/remotes/mfe-home/release.json'],
  ['the release itself', () => '/remotes/mfe-home/1.0.0'],
  ["another remote's file", () => `/remotes/mfe-auth/${one.web.entry}`],
  ['an unknown remote', () => `/remotes/mfe-none/${one.web.entry}`],
  ['an invalid remote name', () => `/remotes/tokens/${one.web.entry}`],
  ['a file that begins with a dot', () => '/remotes/mfe-home/.unfinished'],
])('returns an uncached 404 for %s', async (_what, address) => {
  const answer = await ask(address());
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['cache-control']).not.toMatch(/immutable|max-age=[1-9]/);
});
