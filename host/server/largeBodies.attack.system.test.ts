import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort, startServer, type RunningServer } from '@shop/server-kit/testing/startServer';
import { aHostDist } from './testing/aHostDist';

/**
 * Runs host and API as processes with real sockets: the response to an oversized body depends on which side stops
 * reading first.
 */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'large-bodies-'));
const dist = aHostDist();
let api: RunningServer;
let host: RunningServer;

beforeAll(async () => {
  const [apiPort, hostPort] = [await freePort(), await freePort()];
  api = await startServer('api/src/server.ts', apiPort, '/api/health/ready', {
    API_PORT: String(apiPort),
    DATA_DIR: path.join(folder, 'pglite'),
    LOG_LEVEL: 'error',
  });
  host = await startServer('host/server/main.ts', hostPort, '/health', {
    PORT: String(hostPort),
    HOST: '127.0.0.1',
    API_ORIGIN: api.url,
    HOST_DIST: dist.hostDist,
    MEDIA_DIR: dist.mediaDirectory,
    REGISTRY_DIR: path.join(folder, 'registry'),
    RELEASE_CACHE_DIR: path.join(folder, 'releases'),
    LOG_LEVEL: 'error',
  });
}, 90_000);
afterAll(async () => {
  for (const server of [host, api]) server?.signal('SIGTERM');
  await Promise.all([host?.ended, api?.ended]);
  dist.remove();
  fs.rmSync(folder, { recursive: true, force: true });
}, 30_000);

const CHUNK_BYTES = 16 * 1024;

/**
 * Sends a body as fast as the socket accepts it. Returns the status, or the connection's error if there was no
 * response.
 */
const send = (
  url: string,
  bytes: number,
  framing: 'length' | 'chunks',
  { path = '/api/login', type = 'application/json' } = {},
): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = net.connect(Number(port), hostname);
    let answer = '';
    let failure = 'closed without a response';
    socket.on('data', (data) => {
      answer += data.toString();
      if (answer.includes('\r\n\r\n')) socket.end();
    });
    socket.on('error', (error) => (failure = error.message));
    socket.on('close', () => resolve(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? failure));
    const size = framing === 'length' ? `content-length: ${bytes}` : 'transfer-encoding: chunked';
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: shop.test\r\ncontent-type: ${type}\r\nconnection: close\r\n${size}\r\n\r\n`,
    );
    for (let sent = 0; sent < bytes; sent += CHUNK_BYTES) {
      const part = 'x'.repeat(Math.min(CHUNK_BYTES, bytes - sent));
      socket.write(framing === 'length' ? part : `${part.length.toString(16)}\r\n${part}\r\n`);
    }
    if (framing === 'chunks') socket.write('0\r\n\r\n');
  });

const ROUNDS = 60;

describe.each(['host', 'API'] as const)('at the %s', (server) => {
  const url = (): string => (server === 'host' ? host : api).url;

  test.each([
    [65 * 1024, 'length'],
    [65 * 1024, 'chunks'],
    [400 * 1024, 'length'],
    [400 * 1024, 'chunks'],
    [4_000 * 1024, 'length'],
    [4_000 * 1024, 'chunks'],
  ] as const)('always rejects a body of %i bytes by %s with 413', async (bytes, framing) => {
    const counts: Record<string, number> = {};
    for (let n = 0; n < ROUNDS / 4; n += 1) {
      for (const answer of await Promise.all(Array.from({ length: 4 }, () => send(url(), bytes, framing))))
        counts[answer] = (counts[answer] ?? 0) + 1;
    }
    expect(counts).toEqual({ 413: ROUNDS });
  });

  test.each(['length', 'chunks'] as const)('reads a body of the maximum size by %s', async (framing) => {
    expect(await send(url(), 64 * 1024, framing)).toBe('400');
  });

  test.each([
    [256 * 1024, '400'],
    [256 * 1024 + 1, '413'],
  ])('reads a message of a payment provider of %i bytes: %s', async (bytes, status) => {
    expect(await send(url(), bytes, 'length', { path: '/api/payments/sandbox/events' })).toBe(status);
  });
});

test.each([
  ['/federation/login', 'application/x-www-form-urlencoded'],
  ['/federation/api/v1/releases', 'application/json'],
  ['/rum', 'application/json'],
])('a body of 400 KB to %s is answered, not cut off', async (path, type) => {
  for (let n = 0; n < 10; n += 1) expect(await send(host.url, 400 * 1024, 'length', { path, type })).toMatch(/^4\d\d$/);
});

test('a body that waits for 100 Continue reaches the API', async () => {
  const request = http.request(`${host.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', expect: '100-continue' },
  });
  request.on('continue', () => request.end('{"email":"ada@example.com"}'));
  request.flushHeaders();
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(400);
});
