import net from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { handleClientErrors } from './handleClientErrors';
import { limitSlowBodies } from './limitSlowBodies';

const LIMIT_MS = 200;

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = fastify({ clientErrorHandler: handleClientErrors({ headers: {}, text: 'too slow' }) });
  limitSlowBodies(app, LIMIT_MS, ({ url }) => url === '/upload');
  app.post('/small', async () => 'read');
  app.post('/upload', async () => 'read');
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

/** Sends a body in two parts, and returns the first line of the answer. */
const send = (url: string, pauseMs: number): Promise<string> =>
  new Promise((resolve) => {
    let answer = '';
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.write(`POST ${url} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 4\r\n`);
      socket.write('Connection: close\r\n\r\ntr');
      setTimeout(() => socket.write('ue'), pauseMs);
    });
    socket.on('data', (data) => (answer += data.toString()));
    socket.on('error', () => undefined); // closed before the second part
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
  });

test('a body that comes too slowly gets 408, unless it is an upload', async () => {
  expect(await Promise.all([send('/small', 0), send('/small', 3 * LIMIT_MS), send('/upload', 3 * LIMIT_MS)])).toEqual([
    'HTTP/1.1 200 OK',
    'HTTP/1.1 408 Request Timeout',
    'HTTP/1.1 200 OK',
  ]);
});
