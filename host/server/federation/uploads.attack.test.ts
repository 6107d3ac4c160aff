import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createToken, createHttpAccess, type Registry } from '@shop/registry';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';
import { builtRemote } from '@shop/registry/testing/builtRemote';
import { waitUntil } from '@shop/server-kit/testing/waitUntil';
import type { FastifyInstance } from 'fastify';
import { buildServer } from '../buildServer';
import { readConfig } from '../config';
import { aHostDist } from '../testing/aHostDist';

const MB = 1_000_000;

const dist = aHostDist();
let registry: Registry;
let app: FastifyInstance;
let port: number;
let token: string;
const sockets: net.Socket[] = [];

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
  app.server.on('connection', (socket: net.Socket) => void sockets.push(socket));
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  token = await createToken(registry, 'home-team', ['mfe-home'], new Date());
});
afterAll(async () => {
  await app.close();
  dist.remove();
});

interface Sent {
  /** Status line of the response. */
  readonly answer: string;
  readonly bytesRead: number;
}

const CHUNK = Buffer.concat([
  Buffer.from(`${(65_536).toString(16)}\r\n`),
  Buffer.alloc(65_536, 'a'),
  Buffer.from('\r\n'),
]);
const HANGS_MS = 15_000;

/** Sends a request head and an endless body until the server closes the connection. */
const sendWithoutEnd = (head: string, begin = ''): Promise<Sent> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.write(`${head}\r\n`);
      if (begin !== '') socket.write(`${begin.length.toString(16)}\r\n${begin}\r\n`);
      const send = (): void => {
        for (let n = 0; n < 100 && !socket.destroyed; n += 1) if (!socket.write(CHUNK)) return;
        setImmediate(send);
      };
      socket.on('drain', send);
      send();
    });
    const isRead = (): number => sockets.find(({ remotePort }) => remotePort === localPort)?.bytesRead ?? NaN;
    let localPort: number | undefined;
    socket.on('connect', () => (localPort = socket.localPort));
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    socket.on('error', () => undefined); // the server closes it while it sends
    const timer = setTimeout(() => reject(new Error(`It was still read after ${HANGS_MS} ms`)), HANGS_MS);
    let bytesRead = 0;
    const looking = setInterval(() => (bytesRead = isRead() || bytesRead), 20);
    socket.on('close', () => {
      clearTimeout(timer);
      clearInterval(looking);
      resolve({ answer: answer.split('\r\n')[0] ?? '', bytesRead });
    });
  });

const UPLOAD =
  'POST /federation/api/remotes/mfe-home/releases HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n';
const JSON_CALL = 'Host: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n';
const FILE = '--x\r\ncontent-disposition: form-data; name="file"; filename="web/a.js"\r\n\r\n';

const ENDLESS: readonly (readonly [who: string, head: string, status: string])[] = [
  ['an upload without a token', UPLOAD, '401'],
  ['an upload with a wrong token', `${UPLOAD}Authorization: Bearer home-team.wrong\r\n`, '401'],
  ['a call without a token', `POST /federation/api/promotions HTTP/1.1\r\n${JSON_CALL}`, '401'],
  ['a call of a team', `POST /federation/api/promotions HTTP/1.1\r\n${JSON_CALL}`, '413'],
  [
    'a sign-in',
    'POST /federation/sign-in HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n',
    '413',
  ],
  ['a report', `POST /rum HTTP/1.1\r\n${JSON_CALL}`, '413'],
  ['a body for an unknown route', `POST /federation/api/nothing HTTP/1.1\r\n${JSON_CALL}`, '413'],
];

describe('a body that never ends', () => {
  const sent = new Map<string, Sent>();
  // At once, because the server waits two seconds before it closes a connection.
  beforeAll(async () => {
    const sendOne = async (who: string, head: string): Promise<void> => {
      const authorization = who === 'a call of a team' ? `Authorization: Bearer ${token}\r\n` : '';
      sent.set(who, await sendWithoutEnd(head + authorization));
    };
    await Promise.all(ENDLESS.map(([who, head]) => sendOne(who, head)));
  });

  test.each(ENDLESS)(
    'of %s gets a response, is not read further, and the connection is closed',
    (who, _head, status) => {
      expect(sent.get(who)?.answer).toContain(` ${status} `);
      expect(sent.get(who)?.bytesRead).toBeLessThan(MB);
    },
  );
});

const listUploads = (): string[] => fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith('upload-'));
/** Left over from a run that was killed. */
const leftBefore = listUploads();
const uploadFolders = (): string[] => listUploads().filter((name) => !leftBefore.includes(name));

test("a team's upload is read only up to its limit and leaves nothing on disk", async () => {
  const before = uploadFolders();
  const { answer, bytesRead } = await sendWithoutEnd(`${UPLOAD}Authorization: Bearer ${token}\r\n`, FILE);
  expect(answer).toContain(' 413 ');
  expect(bytesRead).toBeLessThan(25 * MB); // one file has at most 20 MB
  await waitUntil('the upload is removed', () => uploadFolders().every((name) => before.includes(name)));
});

test('a slow upload is buffered on disk, not in memory', async () => {
  const socket = net.connect(port, '127.0.0.1');
  const write = (text: string | Buffer): Promise<void> =>
    new Promise((resolve) => void socket.write(text, () => resolve()));
  const chunk = (content: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n')]);
  const before = process.memoryUsage().arrayBuffers;
  await write(`${UPLOAD}Authorization: Bearer ${token}\r\n\r\n`);
  const content = chunk(Buffer.alloc(MB, 'a'));
  for (const name of ['a', 'b', 'c']) {
    await write(chunk(Buffer.from(FILE.replace('web/a.js', `web/${name}.js`))));
    for (let n = 0; n < 15; n += 1) await write(content);
    await write(chunk(Buffer.from('\r\n')));
  }
  const sizeOnDisk = (): number =>
    uploadFolders()
      .flatMap((name) =>
        fs
          .readdirSync(path.join(os.tmpdir(), name))
          .map((file) => fs.statSync(path.join(os.tmpdir(), name, file)).size),
      )
      .reduce((sum, size) => sum + size, 0);
  await waitUntil('the upload is on disk', () => sizeOnDisk() > 44 * MB);
  global.gc?.();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(25 * MB);
  socket.destroy();
  await waitUntil('the upload is removed', () => uploadFolders().length === 0);
});

test('slow uploads of one team do not block another team', async () => {
  const slow = Array.from({ length: 4 }, () => {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => undefined); // the server closes it while it sends
    socket.write(`${UPLOAD}Authorization: Bearer ${token}\r\n\r\n${FILE.length.toString(16)}\r\n${FILE}\r\n`);
    return socket;
  });
  await waitUntil('an upload is on disk', () => uploadFolders().length > 0);
  const other = await createToken(registry, 'auth-team', ['mfe-auth'], new Date());
  const release = await createHttpAccess(`http://127.0.0.1:${port}/federation/api`, other).publish(
    builtRemote({ remote: 'mfe-auth', mounts: ['/orders'], version: '1.0.0' }),
  );
  expect(release).toMatchObject({ version: '1.0.0', publishedBy: 'auth-team' });
  expect(uploadFolders()).toHaveLength(1);
  for (const socket of slow) socket.destroy();
  await waitUntil('the uploads are removed', () => uploadFolders().length === 0);
}, 30_000);

test('a team can still publish', async () => {
  const release = await createHttpAccess(`http://127.0.0.1:${port}/federation/api`, token).publish(
    builtRemote({ version: '1.0.0' }),
  );
  expect(release).toMatchObject({ version: '1.0.0', publishedBy: 'home-team' });
});
