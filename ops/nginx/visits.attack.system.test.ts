import { startEdge, type Edge } from '../testing/startEdge';

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ hasTwoHosts: true });
});
afterAll(() => edge.stop());
beforeEach(() => {
  for (const host of [edge.host, edge.otherHost]) host.requests.length = 0;
});

const report = (rawPath: string) =>
  edge.get(rawPath, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
const countByHost = () => [edge.host.requests.length, edge.otherHost.requests.length].sort((a, b) => a - b);

test('all reports of visits reach one of two hosts, however the path is written', async () => {
  for (const rawPath of ['/rum', '/rum', '/rum?a', '/rum?b', '//rum', '/%72um', '/rum'])
    expect((await report(rawPath)).status).toBe(200);
  expect(countByHost()).toEqual([0, 7]);
  for (let n = 0; n < 6; n += 1) await edge.get(`/about?n=${n}`);
  expect(countByHost()).toEqual([3, 10]);
});

test('if that host is down, they reach the other one', async () => {
  await report('/rum');
  const [down, up] = edge.host.requests.length > 0 ? [edge.host, edge.otherHost] : [edge.otherHost, edge.host];
  await down.stop();
  for (let n = 0; n < 3; n += 1) expect((await report('/rum')).status).toBe(200);
  expect(up.requests).toHaveLength(3);
  await down.start();
});
