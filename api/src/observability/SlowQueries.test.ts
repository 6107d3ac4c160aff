import { createApiMetrics } from './apiMetrics';
import { SlowQueries } from './SlowQueries';

const query = { requestId: undefined, ms: 300, failed: false };

test('a statement that is slow many times is logged once a second, with the number of those left out', async () => {
  let now = 5_000;
  const metrics = createApiMetrics();
  const log = { warn: jest.fn() };
  const slow = new SlowQueries(metrics.slowQueries, log, 200, () => now);
  for (let n = 0; n < 1_000; n += 1) slow.add('SELECT listing', query);
  slow.add('SELECT order', query);
  now += 1_000;
  slow.add('SELECT listing', query);
  now += 1_000;
  slow.add('SELECT listing', query);
  expect(log.warn.mock.calls.map(([line]) => line)).toEqual([
    { ...query, statement: 'SELECT listing' },
    { ...query, statement: 'SELECT order' },
    { ...query, statement: 'SELECT listing', leftOut: 999 },
    { ...query, statement: 'SELECT listing' },
  ]);
  expect((await metrics.slowQueries.get()).values[0]?.value).toBe(1_003);
});
