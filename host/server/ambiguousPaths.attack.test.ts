import fs from 'node:fs';
import path from 'node:path';
import { ask } from '@shop/server-kit/testing/startServer';
import { openRegistry } from '@shop/registry';
import type { FastifyInstance } from 'fastify';
import { buildServer } from './buildServer';
import { readConfig } from './config';
import { aHostDist } from './testing/aHostDist';

let app: FastifyInstance;
let url: string;
const dist = aHostDist();
beforeAll(async () => {
  const environment = {
    HOST_DIST: dist.hostDist,
    MEDIA_DIR: dist.mediaDirectory,
    REGISTRY_DIR: path.join(dist.folder, 'registry'),
    API_ORIGIN: 'http://127.0.0.1:9',
  };
  fs.mkdirSync(environment.REGISTRY_DIR);
  app = await buildServer(readConfig(environment), await openRegistry(environment));
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  dist.remove();
});

test.each([
  '/z/../assets/x.js',
  '/z/%2e%2e/assets/x.js',
  '/z/.%2E/assets/x.js',
  '/assets/./x.js',
  '/z/..',
  '/z/..?q=1',
  '/assets%2Fx.js',
  '/remotes/mfe-home/..%2f..%2f/a',
  '/remotes/mfe-home/1.0.0/..%5cx.js',
  '/z\\..\\assets\\x.js',
  '/\\evil.example',
  '/products#/../x',
  '//x/..//evil.example',
  '/api/products/../orders',
  '/federation/../rum',
  '/sitemaps/..%2f..%2fmetrics',
])('rejects %s with the usual headers and without repeating the path', async (rawPath) => {
  const answer = await ask(url, rawPath);
  expect(answer).toMatchObject({
    status: 400,
    headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  });
  expect(answer.headers['location']).toBeUndefined();
  expect(answer.body).toBe('This address or request cannot be read. The shop begins at /');
});

test.each([
  '/products/a..b',
  '/blog/1.0...x',
  '/.well-known/frontend-discovery.json',
  '/about?next=/a/../b&q=%2e%2f%5c',
  '//about',
  '/health',
])('serves %s', async (rawPath) => {
  expect((await ask(url, rawPath)).status).toBe(200);
});

test.each(['evil"><script>', 'a b', 'user@shop.test', 'shop.test/x', '[::1', 'shop.test:port'])(
  'rejects the host %s on every page',
  async (hostHeader) => {
    for (const url of ['/robots.txt', '/about', '/federation']) {
      const answer = await app.inject({ url, headers: { host: hostHeader } });
      expect([url, answer.statusCode]).toEqual([url, 400]);
      expect(answer.body).toBe('This address or request cannot be read. The shop begins at /');
    }
  },
);

test.each(['localhost:3000', 'shop.example', '127.0.0.1:3000', '[::1]:3000', 'xn--bcher-kva.example', ''])(
  'serves the host %s',
  async (hostHeader) => {
    expect((await app.inject({ url: '/robots.txt', headers: { host: hostHeader } })).statusCode).toBe(200);
  },
);
