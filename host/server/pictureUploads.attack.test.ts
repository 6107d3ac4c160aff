import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';
import { waitUntil } from '@shop/server-kit/testing/waitUntil';
import type { FastifyInstance } from 'fastify';
import { buildServer } from './buildServer';
import { readConfig } from './config';
import { aHostDist } from './testing/aHostDist';

const ADMIN = 'admin.localhost:3000';
const UPLOADS = '/api/admin/pictures';
const IMPORTS = '/api/admin/imports';

const dist = aHostDist();
let app: FastifyInstance;
let port: number;
/** What the API has read of each request. */
let reads: { url: string | undefined; bytes: number }[] = [];
let respond: (request: http.IncomingMessage, response: http.ServerResponse) => void;
const api = http.createServer((request, response) => {
  // The host asks by itself for the version of the content.
  if (request.url === '/api/content-version') return void response.end('{}');
  const read = { url: request.url, bytes: 0 };
  reads.push(read);
  request.on('error', () => undefined);
  respond(request, response);
  if (request.readableFlowing !== false) request.on('data', (part: Buffer) => (read.bytes += part.length));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const environment = {
    HOST_DIST: dist.hostDist,
    MEDIA_DIR: dist.mediaDirectory,
    REGISTRY_DIR: path.join(dist.folder, 'registry'),
    API_ORIGIN: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    ADMIN_URL: `http://${ADMIN}`,
    PAGE_CACHE_MS: '0', // asks the API for nothing by itself
  };
  fs.mkdirSync(environment.REGISTRY_DIR);
  app = await buildServer(readConfig(environment), openTestRegistry(environment.REGISTRY_DIR));
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
beforeEach(() => {
  reads = [];
  respond = (request, response) => void request.on('end', () => response.end('stored'));
});
afterAll(async () => {
  await app.close();
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
  dist.remove();
});

interface Sending {
  readonly request: http.ClientRequest;
  readonly answered: Promise<string>;
}

const begin = (method: string, url: string, headers: http.OutgoingHttpHeaders = {}): Sending => {
  const request = http.request({
    port,
    host: '127.0.0.1',
    agent: false,
    method,
    path: url,
    headers: { host: ADMIN, 'content-type': 'application/octet-stream', ...headers },
  });
  const answered = new Promise<string>((resolve) => {
    request.on('error', ({ message }) => resolve(message));
    request.on('response', (response) => {
      response.resume();
      resolve(String(response.statusCode));
    });
  });
  return { request, answered };
};

test.each([
  ['a picture', `${UPLOADS}?name=ring.jpg`, 24_000_000],
  ['a product file', `${IMPORTS}?name=goods.csv`, 31_000_000],
])('%s reaches the API while it arrives, and as a whole', async (_what, url, bytes) => {
  const { request, answered } = begin('PUT', url, { 'content-length': bytes });
  request.write(Buffer.alloc(100_000));
  await waitUntil('the API has the beginning', () => reads[0]?.bytes === 100_000);
  request.end(Buffer.alloc(bytes - 100_000));
  expect(await answered).toBe('200');
  expect(reads).toEqual([{ url, bytes }]);
});

test('what the API refuses at once is not read to its end', async () => {
  respond = (_request, response) => void response.writeHead(401).end();
  const { request, answered } = begin('PUT', UPLOADS, { 'content-length': 2_000_000_000 });
  const part = Buffer.alloc(1 << 20);
  let sent = 0;
  const send = (): void => {
    while (!request.destroyed && request.write(part)) sent += part.length;
  };
  request.on('drain', send);
  send();
  expect(await answered).toBe('401');
  await new Promise((resolve) => request.once('close', resolve));
  expect(sent).toBeLessThan(20_000_000);
});

test('a picture that is cut off is cut off for the API, too', async () => {
  let isAborted = false;
  respond = (request) => void request.on('aborted', () => (isAborted = true));
  const { request } = begin('PUT', UPLOADS, { 'content-length': 1_000_000 });
  request.write(Buffer.alloc(100_000));
  await waitUntil('the API has the beginning', () => reads.length === 1);
  request.destroy();
  await waitUntil('the API knows', () => isAborted);
});

test.each([
  ['POST', UPLOADS, ADMIN, '413'],
  ['PATCH', `${UPLOADS}/1`, ADMIN, '413'],
  ['POST', IMPORTS, ADMIN, '413'],
  ['PATCH', `${IMPORTS}/1`, ADMIN, '413'],
  ['PUT', '/api/admin/orders', ADMIN, '413'],
  ['PUT', IMPORTS, 'localhost:3000', '404'],
  ['PUT', UPLOADS, 'localhost:3000', '404'],
  ['PUT', '/api/cart', 'localhost:3000', '413'],
])('%s %s at %s takes no large body: %s', async (method, url, host, status) => {
  const { request, answered } = begin(method, url, { host, 'content-length': 200_000 });
  request.end(Buffer.alloc(200_000));
  expect(await answered).toBe(status);
  expect(reads).toEqual([]);
});
