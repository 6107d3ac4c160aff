import { ResponseCache } from './ResponseCache';

let time = 0;
beforeEach(() => {
  time = 1_000;
});
const createCache = (lifetimeMs: number, maxEntries = 2): ResponseCache =>
  new ResponseCache(lifetimeMs, maxEntries, () => time);

/** Returns a function that responds with the number of its calls. */
const createCounter = () => {
  let calls = 0;
  return async () => ({ call: ++calls });
};

test('concurrent calls share one response, and later ones reuse it until it expires', async () => {
  const cache = createCache(100);
  const produce = createCounter();
  const both = await Promise.all([cache.get('a', produce), cache.get('a', produce)]);
  expect(both).toEqual(['{"call":1}', '{"call":1}']);
  time += 99;
  expect(await cache.get('a', produce)).toBe('{"call":1}');
  time += 2;
  expect(await cache.get('a', produce)).toBe('{"call":2}');
});

test('a failure reaches all waiting callers and is not cached', async () => {
  const cache = createCache(100);
  const fail = () => Promise.reject(new Error('no database'));
  const results = await Promise.allSettled([cache.get('a', fail), cache.get('a', fail)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await cache.get('a', createCounter())).toBe('{"call":1}');
});

test('with a lifetime of 0, only concurrent calls share a response', async () => {
  const cache = createCache(0);
  const produce = createCounter();
  expect(await Promise.all([cache.get('a', produce), cache.get('a', produce)])).toEqual(['{"call":1}', '{"call":1}']);
  expect(await cache.get('a', produce)).toBe('{"call":2}');
});

test('concurrent calls for more keys than the cache holds all succeed, and only the newest are cached', async () => {
  const cache = createCache(100);
  const produce = createCounter();
  const responses = await Promise.all(['a', 'b', 'c', 'd'].map((key) => cache.get(key, produce)));
  expect(responses).toEqual([1, 2, 3, 4].map((call) => JSON.stringify({ call })));
  expect(await cache.get('d', produce)).toBe('{"call":4}');
  expect(await cache.get('a', produce)).toBe('{"call":5}');
});
