import { trackAudience } from './trackAudience';

const respondWith =
  (status: number, cacheControl?: string): typeof fetch =>
  async () =>
    new Response('{}', { status, headers: cacheControl === undefined ? {} : { 'cache-control': cacheControl } });

const trackAll = async (...answers: (typeof fetch)[]): Promise<string> => {
  const remaining = [...answers];
  const tracker = trackAudience((...call) => (remaining.shift() ?? respondWith(200))(...call));
  for (let i = 0; i < answers.length; i += 1) await tracker.fetch('http://api.invalid/').catch(() => undefined);
  return tracker.audience();
};

const failToFetch: typeof fetch = async () => {
  throw new TypeError('fetch failed');
};

test('a page with only public responses, or none, is public', async () => {
  expect(await trackAll()).toBe('public');
  expect(
    await trackAll(
      respondWith(200, 'public, max-age=15, stale-while-revalidate=60'),
      respondWith(200, 'public, no-cache'),
    ),
  ).toBe('public');
});

test.each([['no-store'], ['private, max-age=5'], [undefined]])(
  'one response with %s makes the page private',
  async (cacheControl) => {
    expect(await trackAll(respondWith(200, 'public, max-age=15'), respondWith(200, cacheControl))).toBe('private');
  },
);

test('a failed response makes the page incomplete unless it is private', async () => {
  expect(await trackAll(respondWith(200, 'public'), respondWith(503, 'no-store'))).toBe('incomplete');
  expect(await trackAll(respondWith(200, 'public'), failToFetch)).toBe('incomplete');
  expect(await trackAll(failToFetch, respondWith(200, 'no-store'))).toBe('private');
});
