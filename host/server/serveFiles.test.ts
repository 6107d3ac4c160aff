import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { createDCtx, decompressUsingDict, init } from '@bokuweb/zstd-wasm';
import { contentName } from '@shop/build/contentName';
import { hashContent, publishRelease, type Registry, type Release, type ReleaseUpload } from '@shop/registry';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';
import { builtRemote, withFile } from '@shop/registry/testing/builtRemote';
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

test("files of releases, of the host and media are no documents of the shop's origin", async () => {
  for (const url of [buildPath(one), '/assets/uses.json', '/media/none.txt'])
    expect((await ask(url)).headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none';/),
      'x-content-type-options': 'nosniff',
    });
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

describe('a later version of a file, for a browser with an earlier one', () => {
  const hashDictionary = (text: string): string => `:${createHash('sha256').update(text).digest('base64')}:`;
  const asked = (dictionary: string, more: Record<string, string> = {}) => ({
    'accept-encoding': 'gzip, br, dcb, dcz',
    'available-dictionary': dictionary,
    ...more,
  });
  const MAGIC = '5e2a4d1820000000';
  let before: Release;
  let after: Release;
  beforeAll(async () => {
    await init();
    before = await publish(ofContent('3.0.0', 'a text that stays, and three'));
    after = await publish(ofContent('4.0.0', 'a text that stays, and four'));
  });

  test("is compressed with the browser's version as dictionary", async () => {
    const first = await ask(buildPath(before), { 'accept-encoding': 'br' });
    expect(first.headers).toMatchObject({
      'use-as-dictionary': 'match="/remotes/mfe-home/web.*.js"',
      vary: 'accept-encoding, available-dictionary',
    });
    const whole = await ask(buildPath(after));
    const delta = await ask(buildPath(after), asked(hashDictionary(first.body)));
    expect(delta.headers).toMatchObject({
      'content-encoding': 'dcz',
      'content-type': whole.headers['content-type'],
      'cache-control': whole.headers['cache-control'],
      'use-as-dictionary': first.headers['use-as-dictionary'],
      vary: first.headers.vary,
    });
    expect(delta.rawPayload.subarray(0, 40).toString('hex')).toBe(
      MAGIC + createHash('sha256').update(first.body).digest('hex'),
    );
    expect(
      Buffer.from(decompressUsingDict(createDCtx(), delta.rawPayload.subarray(40), Buffer.from(first.body))).toString(),
    ).toBe(whole.body);
  });

  test.each([
    ['an unknown version', () => asked(hashDictionary('made up'))],
    ['the file itself', () => asked(hashDictionary('/* a text that stays, and four */'))],
    [
      "another file's content",
      async () => asked(hashDictionary((await ask(buildPath(before, before.web.styles[0]))).body)),
    ],
    ['an invalid hash', () => asked('x'.repeat(10_000))],
    [
      'a browser without dcz support',
      async () => asked(hashDictionary((await ask(buildPath(before))).body), { 'accept-encoding': 'br' }),
    ],
    [
      'a browser that refuses dcz',
      async () => asked(hashDictionary((await ask(buildPath(before))).body), { 'accept-encoding': 'br, dcz;q=0' }),
    ],
  ])('sends the whole file for %s', async (_what, headers) => {
    const answer = await ask(buildPath(after), await headers());
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding']).not.toBe('dcz');
    expect(answer.body).toBe('/* a text that stays, and four */');
  });

  test('does not use a modified version as dictionary', async () => {
    const one = (await ask(buildPath(before))).body;
    fs.writeFileSync(path.join(dist.folder, 'registry/mfe-home/3.0.0/web', before.web.entry), 'altered');
    const later = await publish(ofContent('5.0.0', 'a text that stays, and five'));
    for (const dictionary of [one, 'altered'])
      expect((await ask(buildPath(later), asked(hashDictionary(dictionary)))).headers['content-encoding']).not.toBe(
        'dcz',
      );
  });

  test('does not offer binary files as dictionaries', async () => {
    const upload = withFile(
      ofContent('6.0.0', 'six'),
      `web/${contentName('ring.png', hashContent(Buffer.from('png')))}`,
      Buffer.from('png'),
    );
    const release = await publish(upload);
    const picture = Object.keys(release.files).find((name) => name.endsWith('.png')) ?? '';
    const answer = await ask(buildPath(release, picture.slice('web/'.length)), asked(hashDictionary('png')));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['use-as-dictionary']).toBeUndefined();
  });
});
