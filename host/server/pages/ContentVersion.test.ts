import { waitUntil } from '@shop/server-kit/testing/waitUntil';
import fastify, { type FastifyInstance } from 'fastify';
import { ContentVersion } from './ContentVersion';

let version = '1-1';
let refused = 0;
const countRefusals = (): number => refused;
let api: FastifyInstance;
let origin: string;
beforeAll(async () => {
  api = fastify();
  api.get('/api/content-version', async (_request, reply) => {
    if (version !== '') return { status: true, message: '', data: { version } };
    refused += 1;
    return reply.code(503).send({});
  });
  api.get('/api/site', async () => ({
    status: true,
    message: '',
    data: { organic: { name: `Green Door ${version}` } },
  }));
  origin = await api.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());

const measure = async (content: ContentVersion, expected: string): Promise<number> => {
  const from = performance.now();
  await waitUntil(`the version is ${expected}`, () => content.current === expected);
  return performance.now() - from;
};

test("a host begins with what staff have changed, learns a new version within three seconds, after the API's own caches, and keeps it without the API (product 16.77)", async () => {
  const content = new ContentVersion(origin);
  await content.follow();
  expect(content.current).toBe('1-1');
  expect(content.site).toEqual({ organic: { name: 'Green Door 1-1' } });
  version = '2-7';
  expect(await measure(content, '2-7')).toBeGreaterThan(1_000);
  expect(content.site).toEqual({ organic: { name: 'Green Door 2-7' } });
  version = '';
  const refusals = countRefusals();
  await waitUntil('the API has refused twice', () => countRefusals() > refusals + 1);
  expect(content.current).toBe('2-7');
  content.stop();
});
