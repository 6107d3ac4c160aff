import { PageCache, type FreshPage } from './PageCache';

const limits = { freshMs: 100, staleMs: 1_000, staleIfErrorMs: 10_000, maxBytes: 1_000_000 };

/** A cache on a clock of the test's own, and a maker of numbered pages. */
const aCache = (changes: Partial<typeof limits> = {}) => {
  let now = 0;
  let made = 0;
  const cache = new PageCache<string>({ ...limits, ...changes }, () => now);
  const make = async (): Promise<FreshPage<string>> => ({ page: `page ${(made += 1)}`, audience: 'public', bytes: 10 });
  return {
    cache,
    make,
    ask: (key = 'home') => cache.get(key, make),
    pass: (ms: number) => {
      now += ms;
    },
    countMade: () => made,
  };
};

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a fresh page is made once and given to all', async () => {
  const { ask, countMade } = aCache();
  expect(await ask()).toMatchObject({ page: 'page 1', outcome: 'miss' });
  expect(await ask()).toMatchObject({ page: 'page 1', outcome: 'hit' });
  expect(countMade()).toBe(1);
});

test('a hundred who come at once wait for one page', async () => {
  const { ask, countMade } = aCache();
  const pages = await Promise.all(Array.from({ length: 100 }, () => ask()));
  expect(new Set(pages.map(({ page }) => page))).toEqual(new Set(['page 1']));
  expect(countMade()).toBe(1);
});

test('a stale page is given at once, and the next one who asks gets the new one', async () => {
  const { ask, pass, countMade } = aCache();
  await ask();
  pass(150);
  expect(await ask()).toMatchObject({ page: 'page 1', outcome: 'stale' });
  await settle();
  expect(await ask()).toMatchObject({ page: 'page 2', outcome: 'hit' });
  expect(countMade()).toBe(2);
});

test('a page that is too old is made anew before it is given', async () => {
  const { ask, pass } = aCache();
  await ask();
  pass(1_101);
  expect(await ask()).toMatchObject({ page: 'page 2', outcome: 'miss' });
});

test("what is somebody's own is given to them and never kept", async () => {
  const { cache, ask } = aCache();
  const mine = await cache.get('home', async () => ({ page: 'mine', audience: 'private', bytes: 1 }));
  expect(mine).toMatchObject({ page: 'mine', audience: 'private' });
  expect(await ask()).toMatchObject({ page: 'page 1', outcome: 'miss' });
});

test("a page that became somebody's own is not given from before", async () => {
  const { cache, ask, pass } = aCache();
  await ask();
  pass(150);
  await cache.get('home', async () => ({ page: 'mine', audience: 'private', bytes: 1 }));
  await settle();
  expect(await ask()).toMatchObject({ page: 'page 1'.replace('1', '2'), outcome: 'miss' });
});

test('where the page lacks a part, or cannot be made, the last whole one is given, for ten seconds here', async () => {
  const { cache, ask, pass } = aCache();
  await ask();
  pass(5_000);
  const lacking = async (): Promise<FreshPage<string>> => ({ page: 'lacks a part', audience: 'incomplete', bytes: 1 });
  const failing = (): Promise<FreshPage<string>> => Promise.reject(new Error('the renderer is gone'));
  expect(await cache.get('home', lacking)).toMatchObject({ page: 'page 1', outcome: 'stale-if-error' });
  expect(await cache.get('home', failing)).toMatchObject({ page: 'page 1', outcome: 'stale-if-error' });
  pass(6_000);
  expect(await cache.get('home', lacking)).toMatchObject({ page: 'lacks a part', outcome: 'miss' });
  await expect(cache.get('home', failing)).rejects.toThrow('the renderer is gone');
});

test('a page that lacks a part is not kept', async () => {
  const { cache, ask } = aCache();
  await cache.get('home', async () => ({ page: 'lacks a part', audience: 'incomplete', bytes: 1 }));
  expect(await ask()).toMatchObject({ page: 'page 1', outcome: 'miss' });
});

test('ten thousand addresses of one visitor take no more than their room', async () => {
  const { cache, make, ask } = aCache({ maxBytes: 50_000 });
  await ask('first');
  for (let i = 0; i < 10_000; i += 1) await cache.get(`shop?x=${i}`, make);
  expect(await ask('first')).toMatchObject({ outcome: 'miss' });
  expect(await ask(`shop?x=9999`)).toMatchObject({ outcome: 'hit' });
});

test('with no time to keep them, every page is made for who asks', async () => {
  const { ask, countMade } = aCache({ freshMs: 0 });
  await ask();
  await ask();
  expect(countMade()).toBe(2);
});
