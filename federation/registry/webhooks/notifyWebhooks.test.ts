import { builtRemote, findFile } from '../testing/builtRemote';
import { openTestRegistry } from '../testing/openTestRegistry';
import { startReceiver, type Receiver } from '../testing/startReceiver';
import { copyReleases, storages, type OpenedStorage } from '../testing/storages';
import {
  advanceRamps,
  createDirectAccess,
  createStorageCaller,
  DEFAULT_LIMITS,
  endCanary,
  goLive,
  HealthCounts,
  promote,
  publishRelease,
  type Registry,
  rollback,
  retire,
  rollBackBadReleases,
  startCanary,
  type Delivery,
} from '../index';
import { notifyWebhooks } from './notifyWebhooks';

const SETTINGS = { policy: 'any', siteUrl: 'https://shop.example' } as const;
const now = new Date();
const later = (ms: number): Date => new Date(now.getTime() + ms);
const HOUR_MS = 3_600_000;

let published: OpenedStorage;
let opened: OpenedStorage;
let registry: Registry;
let receiver: Receiver;
let notifier: ReturnType<typeof notifyWebhooks>;
let pauses: number[];
let reported: Delivery[];
/** Pauses end at once, except while the test holds them. */
let holdPauses: boolean;

const pause = (ms: number, { signal }: { readonly signal: AbortSignal }): Promise<void> => {
  pauses.push(ms);
  return holdPauses
    ? new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    : Promise.resolve();
};

beforeAll(async () => {
  published = await storages[0]![1]();
  const from = openTestRegistry(published.storage);
  for (const version of ['1', '2', '3'])
    await publishRelease(from, builtRemote({ version, text: version }), 'home-team', now);
  for (const version of ['1', '2'])
    await publishRelease(from, builtRemote({ remote: 'mfe-auth', mounts: ['/orders'], version }), 'auth-team', now);
}, 60_000);
afterAll(() => published.close());

beforeEach(async () => {
  opened = await storages[0]![1]();
  await copyReleases(published.storage, opened.storage);
  registry = openTestRegistry(opened.storage);
  await promote(registry, { 'mfe-home': '1', 'mfe-auth': '1' }, { by: 'ops', now: later(-3 * HOUR_MS) });
  receiver = await startReceiver();
  [pauses, reported, holdPauses] = [[], [], false];
  notifier = notifyWebhooks(registry, { ...SETTINGS, pause, onDelivery: (delivery) => reported.push(delivery) });
});
afterEach(async () => {
  notifier.stop();
  await notifier.finish();
  await receiver.stop();
  await opened.close();
});

const access = () => createDirectAccess(registry, createStorageCaller('home-team'), { webhooks: SETTINGS });
const byTeam = (reason?: string, at = now) => ({ by: 'home-team', now: at, reason });
const readLastEntry = async () => (await registry.readComposition()).history.at(-1);
const receive = async (secret: string) => {
  await notifier.finish();
  return receiver.readEvents(secret);
};

test('a release that goes live is sent, signed according to Standard Webhooks, with author, reason and link', async () => {
  const { id, secret } = await access().addWebhook({ url: receiver.url, remotes: [] });
  await promote(registry, { 'mfe-home': '2' }, byTeam('gift wrapping'));
  const [event] = await receive(secret);
  expect(event).toEqual({
    id: expect.stringMatching(/^msg_[0-9a-f-]{36}$/),
    event: 'live',
    time: now.toISOString(),
    remote: 'mfe-home',
    version: '2',
    by: 'home-team',
    reason: 'gift wrapping',
    url: 'https://shop.example/federation',
  });
  expect(receiver.requests[0]?.headers).toMatchObject({ 'webhook-id': event?.id, 'content-type': 'application/json' });
  expect(await readLastEntry()).toMatchObject({
    action: 'promote',
    deliveries: [{ webhook: id, event: 'live', remote: 'mfe-home', outcome: 'sent' }],
  });
});

test('a gradual release is sent once it is live for everybody', async () => {
  const { secret } = await access().addWebhook({ url: receiver.url, remotes: [] });
  await goLive(registry, { 'mfe-home': '2' }, { visits: 100, stepMs: 60_000 }, byTeam());
  for (const minutes of [2, 4]) {
    expect(await receive(secret)).toEqual([]);
    await advanceRamps(registry, new HealthCounts(registry.storage, 'one'), DEFAULT_LIMITS, later(minutes * 60_000));
  }
  expect(await receive(secret)).toMatchObject([{ event: 'live', version: '2', by: 'ramp' }]);
});

test('a retired remote is sent once, with the release that was live', async () => {
  await startCanary(registry, 'mfe-auth', '2', 5, byTeam());
  const { secret } = await access().addWebhook({ url: receiver.url, remotes: [] });
  await retire(registry, 'mfe-auth', byTeam('nobody used it'));
  const events = await receive(secret);
  expect(events).toMatchObject([{ event: 'retired', remote: 'mfe-auth', version: '1', reason: 'nobody used it' }]);
});

test('rollbacks are sent: manual ones with the reason, automatic ones with the figures of both releases', async () => {
  await promote(registry, { 'mfe-home': '2' }, byTeam());
  const { secret } = await access().addWebhook({ url: receiver.url, remotes: [] });
  await rollback(registry, 'mfe-home', undefined, byTeam('too loud'));
  await promote(registry, { 'mfe-home': '3' }, byTeam(undefined, later(2_000)));
  const health = new HealthCounts(registry.storage, 'one');
  health.startPeriod(later(2_000));
  for (let visit = 0; visit < 200; visit += 1)
    health.record('mfe-home', '3', { first: true, failed: true, lcp: 500, inp: null }, later(3_000));
  await rollBackBadReleases(registry, health, DEFAULT_LIMITS, later(4_000));
  await startCanary(registry, 'mfe-home', '2', 5, byTeam(undefined, later(5_000)));
  await endCanary(registry, 'mfe-home', undefined, byTeam(undefined, later(6_000)));
  const rolledBack = (await receive(secret)).filter(({ event }) => event === 'rolled-back');
  expect(rolledBack.sort((a, b) => String(a['time']).localeCompare(String(b['time'])))).toEqual([
    expect.objectContaining({ version: '2', to: '1', by: 'home-team', reason: 'too loud' }),
    expect.objectContaining({
      version: '3',
      to: '1',
      by: 'health',
      reason: expect.stringContaining('100.0 % of 200 visits failed'),
    }),
    expect.objectContaining({ version: '2', by: 'home-team' }),
  ]);
});

test('refusals by promote and publish are sent with every reason, and the audit has the outcome', async () => {
  const { id, secret } = await access().addWebhook({ url: receiver.url, remotes: [] });
  const entry = findFile((await registry.readRelease('mfe-home', '2')).files, 'web/web.js');
  await registry.storage.write(`mfe-home/2/${entry}`, 'altered');
  await expect(access().promote({ set: { 'mfe-home': '2' } })).rejects.toMatchObject({ code: 'refused' });
  const styled = builtRemote({ version: '9', styles: '* { display: none }' });
  await expect(access().publish(styled)).rejects.toMatchObject({ code: 'refused' });
  expect(await receive(secret)).toEqual([
    expect.objectContaining({
      event: 'refused',
      version: '2',
      by: 'home-team',
      reason: expect.stringContaining('has changed'),
    }),
    expect.objectContaining({ event: 'refused', version: '9', reason: expect.stringMatching(/is refused:\n {2}- /) }),
  ]);
  const keys = await registry.storage.list('audit/');
  const audit = await Promise.all(keys.map(async (key) => String((await registry.storage.read(key))?.body)));
  expect(audit).toContainEqual(
    expect.stringContaining(`[{"webhook":"${id}","event":"refused","remote":"mfe-home","outcome":"sent"}]`),
  );
});

test('each webhook gets only events of its remotes, and none after it is removed', async () => {
  const all = await access().addWebhook({ url: receiver.url, remotes: [] });
  const other = await startReceiver();
  const { secret } = await access().addWebhook({ url: other.url, remotes: ['mfe-home'] });
  await promote(registry, { 'mfe-home': '2', 'mfe-auth': '2' }, byTeam());
  await receive(all.secret);
  await access().removeWebhook({ id: all.id });
  await rollback(registry, 'mfe-home', undefined, byTeam());
  expect((await receive(all.secret)).map(({ remote }) => remote).sort()).toEqual(['mfe-auth', 'mfe-home']);
  expect(other.readEvents(secret).map(({ event }) => event)).toEqual(['live', 'rolled-back']);
  await other.stop();
});

test('a failing receiver gets three attempts with the same id and growing pauses; then the history says why it failed', async () => {
  const { id } = await access().addWebhook({ url: receiver.url, remotes: [] });
  receiver.respondWith(500);
  await promote(registry, { 'mfe-home': '2' }, byTeam());
  await notifier.finish();
  expect(receiver.requests).toHaveLength(3);
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(pauses).toEqual([1_000, 10_000]);
  const failed = { webhook: id, event: 'live', remote: 'mfe-home', outcome: 'failed', detail: 'it responded with 500' };
  expect(await readLastEntry()).toMatchObject({ deliveries: [failed] });
  expect(reported).toEqual([failed]);
});

test('a release does not wait for a receiver, and a process that stops makes no further attempt', async () => {
  await access().addWebhook({ url: receiver.url, remotes: [] });
  receiver.respondWith(500);
  holdPauses = true;
  await promote(registry, { 'mfe-home': '2' }, byTeam());
  expect((await registry.readComposition()).live['mfe-home']).toBe('2');
  while (pauses.length === 0) await new Promise(setImmediate);
  notifier.stop();
  await notifier.finish();
  expect(receiver.requests).toHaveLength(1);
  expect(await readLastEntry()).toMatchObject({ deliveries: [{ outcome: 'failed' }] });
});

test('only the process that made a change sends it', async () => {
  const { secret } = await access().addWebhook({ url: receiver.url, remotes: [] });
  const other = openTestRegistry(opened.storage);
  const others = notifyWebhooks(other, SETTINGS);
  await promote(registry, { 'mfe-home': '2' }, byTeam());
  await notifier.finish();
  await promote(other, { 'mfe-auth': '2' }, byTeam());
  await others.finish();
  expect((await receive(secret)).map(({ remote }) => remote)).toEqual(['mfe-home', 'mfe-auth']);
});

test('a test is sent immediately and returns what went wrong', async () => {
  const { id, secret } = await access().addWebhook({ url: receiver.url, remotes: ['mfe-home'] });
  expect(await access().testWebhook({ id })).toEqual({ problem: undefined });
  expect(receiver.readEvents(secret)).toMatchObject([
    { event: 'test', remote: 'mfe-home', version: null, by: 'home-team' },
  ]);
  receiver.respondWith(404);
  expect(await access().testWebhook({ id })).toEqual({ problem: 'it responded with 404' });
  await receiver.stop();
  expect(await access().testWebhook({ id })).toEqual({ problem: expect.stringContaining('ECONNREFUSED') });
  receiver = await startReceiver();
});
