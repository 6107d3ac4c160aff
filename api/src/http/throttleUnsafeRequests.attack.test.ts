import http from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { throttleUnsafeRequests } from './throttleUnsafeRequests';

const CHANGES = 150;
const CHANGE_MS = 2;

let app: FastifyInstance;
let startedUrls: string[];
let agent: http.Agent;

beforeEach(() => {
  app = fastify();
  startedUrls = [];
  agent = new http.Agent({ keepAlive: true });
});
afterEach(async () => {
  agent.destroy();
  await app.close();
});

const open = async (): Promise<string> => {
  app.post('/change/:number', async (request) => {
    startedUrls.push(request.url);
    const end = performance.now() + CHANGE_MS;
    while (performance.now() < end); // takes as much CPU time as a refused login
    return '';
  });
  app.get('/read', async () => '');
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`; // listens on a TCP port
};

const sendRequest = (url: string, options: http.RequestOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    http
      .request(url, options, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end();
  });

test('a read on a new connection does not wait for all earlier unsafe requests', async () => {
  throttleUnsafeRequests(app);
  const url = await open();
  const flood = () =>
    Array.from({ length: CHANGES }, (_, number) => sendRequest(`${url}/change/${number}`, { method: 'POST', agent }));
  await Promise.all(flood()); // opens the connections
  startedUrls = [];

  const changes = flood();
  let before = CHANGES;
  await Promise.all(
    Array.from({ length: 10 }, () =>
      sendRequest(`${url}/read`, { agent: new http.Agent() }).then(() => (before = startedUrls.length)),
    ),
  );
  expect(before).toBeLessThan(CHANGES / 2);
  await Promise.all(changes);
}, 20_000);

test('all unsafe requests are started, however many arrive at once', async () => {
  throttleUnsafeRequests(app);
  const url = await open();
  await Promise.all(
    Array.from({ length: 40 }, (_, number) =>
      sendRequest(`${url}/change/${number}`, { method: 'POST', agent: new http.Agent({ maxSockets: 1 }) }),
    ),
  );
  expect(new Set(startedUrls).size).toBe(40);
});

test('a queued request whose client disconnects does not block others', async () => {
  throttleUnsafeRequests(app);
  const url = await open();
  const leaving = Array.from({ length: 30 }, () => {
    const request = http.request(`${url}/change/0`, { method: 'POST', agent });
    request.on('error', () => undefined).end();
    setTimeout(() => request.destroy(), 3);
    return request;
  });
  await Promise.all(Array.from({ length: 10 }, () => sendRequest(`${url}/change/1`, { method: 'POST', agent })));
  expect(leaving).toHaveLength(30);
}, 10_000);
