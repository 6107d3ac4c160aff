import { PageCache, type FreshPage } from './PageCache';

const limits = { freshMs: 100, staleMs: 1_000, staleIfErrorMs: 10_000, maxBytes: 1_000_000 };

/** A cache with a fake clock and numbered pages. */
const aCache = (changes: Partial<typeof limits> = {}) => {
  let now = 0;
  let made = 0;
  const content = { current: '' };
  const cache = new PageCache<string>({ ...limits, ...changes }, content, () => now);
  const make = async (): Promise<FreshPage<string>> => ({ page: `page ${(made += 1)}`, isComplete: true, bytes: 10 });
  return {
    cache,
    make,
    ask: (key = 'home') => cache.get(key, make),
    pass: (ms: number) => {
      now += ms;
    },
    countMade: () => made,
    changeContent: () => {
      content.current += '+';
    },
  };
};

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('renders a fresh page once for all requests', async () => {
  const { ask, countMade } = aCache();
  expect(await ask()).toMatchObject({ page: 'page 1', outcome: 'miss' });
  expect(await ask()).toMatchObject({ page: 'page 1', outcome: 'hit' });
  expect(countMade()).toBe(1);
});

test('a hundred concurrent requests share one render', async () => {
  const { ask, countMade } = aCache();
  const pages = await Promise.all(Array.from({ length: 100 }, () => ask()));
  expect(new Set(pages.map(({ page }) => page))).toEqual(new Set(['page 1']));
  expect(countMade()).toBe(1);
});

test('serves a stale page at once, and the new one to the next request', async () => {
  const { ask, pass, countMade } = aCache();
  await ask();
  pass(150);
  expect(await ask()).toMatchObject({ page: 'page 1', outcome: 'stale' });
  await settle();
  expect(await ask()).toMatchObject({ page: 'page 2', outcome: 'hit' });
  expect(countMade()).toBe(2);
});

test('renders a page again if the content has changed, and serves the former one if that fails (product 16.77)', async () => {
  const { ask, cache, changeContent, pass } = aCache();
  await ask();
  changeContent();
  expect(await ask()).toMatchObject({ page: 'page 2', outcome: 'miss' });
  expect(await ask()).toMatchObject({ page: 'page 2', outcome: 'hit' });
  changeContent();
  pass(150);
  const failing = cache.get('home', () => Promise.reject(new Error('the API is down')));
  expect(await failing).toMatchObject({ page: 'page 2', outcome: 'stale-if-error' });
});

test('renders an expired page again before serving it', async () => {
  const { ask, pass } = aCache();
  await ask();
  pass(1_101);
  expect(await ask()).toMatchObject({ page: 'page 2', outcome: 'miss' });
});

test('serves the last complete page if the new one is incomplete or fails, for ten seconds here', async () => {
  const { cache, ask, pass } = aCache();
  await ask();
  pass(5_000);
  const lacking = async (): Promise<FreshPage<string>> => ({ page: 'lacks a part', isComplete: false, bytes: 1 });
  const failing = (): Promise<FreshPage<string>> => Promise.reject(new Error('the renderer is gone'));
  expect(await cache.get('home', lacking)).toMatchObject({ page: 'page 1', outcome: 'stale-if-error' });
  expect(await cache.get('home', failing)).toMatchObject({ page: 'page 1', outcome: 'stale-if-error' });
  pass(6_000);
  expect(await cache.get('home', lacking)).toMatchObject({ page: 'lacks a part', outcome: 'miss' });
  await expect(cache.get('home', failing)).rejects.toThrow('the renderer is gone');
});

test('does not store an incomplete page', async () => {
  const { cache, ask } = aCache();
  await cache.get('home', async () => ({ page: 'lacks a part', isComplete: false, bytes: 1 }));
  expect(await ask()).toMatchObject({ page: 'page 1', outcome: 'miss' });
});

test('ten thousand URLs of one visitor do not exceed the size limit', async () => {
  const { cache, make, ask } = aCache({ maxBytes: 50_000 });
  await ask('first');
  for (let i = 0; i < 10_000; i += 1) await cache.get(`shop?x=${i}`, make);
  expect(await ask('first')).toMatchObject({ outcome: 'miss' });
  expect(await ask(`shop?x=9999`)).toMatchObject({ outcome: 'hit' });
});

test('renders every page if the lifetime is 0', async () => {
  const { ask, countMade } = aCache({ freshMs: 0 });
  await ask();
  await ask();
  expect(countMade()).toBe(2);
});
