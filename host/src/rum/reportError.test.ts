import { type RemoteUnavailableError } from '@shop/runtime/browser';
import type { RemoteId } from '@shop/runtime/remotes';

const sent: { url: string; body: Blob }[] = [];
const readSent = async (): Promise<unknown[]> =>
  Promise.all(sent.map(async ({ body }) => JSON.parse(await body.text()) as unknown));

beforeEach(() => {
  sent.length = 0;
  jest.resetModules();
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  Object.defineProperty(navigator, 'sendBeacon', {
    configurable: true,
    value: (url: string, body: Blob) => sent.push({ url, body }),
  });
  window.history.replaceState(null, '', '/orders/ORD-7K3F-9Q2M?code=123456');
});

const load = () => ({
  ...jest.requireActual<typeof import('./reportError')>('./reportError'),
  ...jest.requireActual<typeof import('./findOrigin')>('./findOrigin'),
});

test('reports an unavailable remote with its release and only the first path segment', async () => {
  const { reportError } = load();
  const { RemoteUnavailableError: Unavailable } = jest.requireActual<{
    RemoteUnavailableError: typeof RemoteUnavailableError;
  }>('@shop/runtime/browser');
  reportError(new Unavailable('mfe-catalog', '1.2.3', new Error('no answer within 2700 ms')));
  expect(sent[0]?.url).toBe('/rum');
  expect(await readSent()).toEqual([
    {
      kind: 'load',
      remote: 'mfe-catalog',
      release: '1.2.3',
      message: 'RemoteUnavailableError: mfe-catalog 1.2.3 is unavailable: no answer within 2700 ms',
      page: '/orders',
    },
  ]);
});

test('reports a render error with its release', async () => {
  const { reportError, setPageReleases } = load();
  setPageReleases({
    composition: {},
    mounted: new Map<RemoteId, string>([['mfe-cart-checkout', '1.0.0-9f']]),
    findByPath: () => undefined,
  });
  const error = new TypeError('x is undefined');
  error.stack =
    'TypeError: x is undefined\n    at Cart (https://shop.example/remotes/mfe-cart-checkout/remote.js:1:2)\n    at a (https://shop.example/assets/react.js:1:1)';
  reportError(error);
  expect(await readSent()).toMatchObject([
    { kind: 'render', remote: 'mfe-cart-checkout', release: '1.0.0-9f', message: 'TypeError: x is undefined' },
  ]);
});

const mountTwo = {
  composition: {},
  mounted: new Map<RemoteId, string>([
    ['mfe-auth', '2'],
    ['mfe-home', '1'],
  ]),
  findByPath: (): RemoteId => 'mfe-auth',
};

test("reports uncaught errors of the shell for the page's release", async () => {
  const { reportUncaughtErrors, setPageReleases } = load();
  setPageReleases(mountTwo);
  reportUncaughtErrors();
  window.dispatchEvent(
    new ErrorEvent('error', {
      error: new Error('of the shell'),
      message: 'of the shell',
      filename: 'https://shop.example/assets/client.js',
    }),
  );
  expect(await readSent()).toMatchObject([
    { kind: 'error', remote: 'mfe-auth', release: '2', message: 'Error: of the shell' },
  ]);
});

test('reports damage for the release that was mounted last, which counts as a failure', async () => {
  const { reportDamage, drainFailedReleases, setPageReleases } = load();
  setPageReleases(mountTwo);
  reportDamage('The header was removed from the page');
  expect(await readSent()).toMatchObject([{ kind: 'damage', remote: 'mfe-home', release: '1' }]);
  expect([...drainFailedReleases()]).toEqual(['mfe-home 1']);
});

test('does not report errors of browser extensions', () => {
  const { reportError } = load();
  reportError('Script error', 'error', 'chrome-extension://abc/content.js');
  reportError(
    Object.assign(new Error('x'), { stack: 'Error: x\n    at a (moz-extension://abc/content.js:1:1)' }),
    'error',
  );
  expect(sent).toEqual([]);
});

test('reports the same failure once, and at most twenty per page', () => {
  const { reportError } = load();
  for (let n = 0; n < 3; n += 1) reportError(new Error('the same'));
  expect(sent).toHaveLength(1);
  for (let n = 0; n < 40; n += 1) reportError(new Error(`another ${n}`));
  expect(sent).toHaveLength(20);
});

test('reports nothing once reports have ended, as in the back office', () => {
  const { reportError } = load();
  jest.requireActual<typeof import('./RumReport')>('./RumReport').stopReports();
  reportError(new Error('no desk'));
  expect(sent).toEqual([]);
});
