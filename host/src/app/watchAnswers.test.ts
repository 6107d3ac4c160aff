import { watchAnswers } from './watchAnswers';

const answering =
  (status: number, cacheControl?: string): typeof fetch =>
  async () =>
    new Response('{}', { status, headers: cacheControl === undefined ? {} : { 'cache-control': cacheControl } });

const audienceOfAll = async (...answers: (typeof fetch)[]): Promise<string> => {
  const left = [...answers];
  const watched = watchAnswers((...call) => (left.shift() ?? answering(200))(...call));
  for (let i = 0; i < answers.length; i += 1) await watched.fetch('http://api.invalid/').catch(() => undefined);
  return watched.audience();
};

const gone: typeof fetch = async () => {
  throw new TypeError('fetch failed');
};

test('a page of public answers is for everybody, also one that needed none', async () => {
  expect(await audienceOfAll()).toBe('public');
  expect(
    await audienceOfAll(
      answering(200, 'public, max-age=15, stale-while-revalidate=60'),
      answering(200, 'public, no-cache'),
    ),
  ).toBe('public');
});

test.each([['no-store'], ['private, max-age=5'], [undefined]])(
  "one answer with %s makes it the asker's own",
  async (cacheControl) => {
    expect(await audienceOfAll(answering(200, 'public, max-age=15'), answering(200, cacheControl))).toBe('private');
  },
);

test("a failed answer leaves a page that nobody else gets, and one that is somebody's own stays so", async () => {
  expect(await audienceOfAll(answering(200, 'public'), answering(503, 'no-store'))).toBe('incomplete');
  expect(await audienceOfAll(answering(200, 'public'), gone)).toBe('incomplete');
  expect(await audienceOfAll(gone, answering(200, 'no-store'))).toBe('private');
});
