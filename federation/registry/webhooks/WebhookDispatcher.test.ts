import { builtRemote, withFile } from '../testing/builtRemote';
import { startReceiver, type Receiver } from '../testing/startReceiver';
import { copyReleases, storages, type OpenedStorage } from '../testing/storages';
import {
  advanceRamps,
  createStorageCaller,
  toCaller,
  DEFAULT_LIMITS,
  createDirectAccess,
  endCanary,
  goLive,
  HealthCounts,
  promote,
  publishRelease,
  Registry,
  rollBackBadReleases,
  rollback,
  startCanary,
  WebhookDispatcher,
} from '../index';
import { addPending, claimDelivery, LEASE_MS, listOutbox, readPending } from './outbox';
import { toEvents } from './releaseEvents';

/**
 * The receiver's library uses the clock of this machine, and so do webhooks when they are added, so events must come a
 * little later.
 */
let now = new Date();
const msLater = (ms: number): Date => new Date(now.getTime() + ms);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SETTINGS = { policy: 'any', siteUrl: 'https://shop.example' } as const;
const team = toCaller({ name: 'home-team', remotes: ['mfe-home'], isOperator: false, key: '' });

let published: OpenedStorage;
beforeAll(async () => {
  published = await storages[0]![1]();
  const from = new Registry(published.storage);
  for (const version of ['1', '2', '3'])
    await publishRelease(from, builtRemote({ version, text: version }), 'home-team', now);
  for (const version of ['1', '2'])
    await publishRelease(
      from,
      builtRemote({ remote: 'mfe-auth', mounts: ['/orders'], version, text: version }),
      'auth-team',
      now,
    );
}, 60_000);
afterAll(() => published.close());

describe.each(storages)('in %s', (_name, open) => {
  let opened: OpenedStorage;
  let registry: Registry;
  let receiver: Receiver;
  let host: WebhookDispatcher;
  beforeEach(async () => {
    opened = await open();
    now = new Date(Date.now() + 10_000);
    receiver = await startReceiver();
    await copyReleases(published.storage, opened.storage);
    registry = new Registry(opened.storage);
    host = new WebhookDispatcher(registry, SETTINGS);
    await promote(registry, { 'mfe-home': '1', 'mfe-auth': '1' }, { by: 'ops', now: msLater(-3 * HOUR_MS) });
  });
  afterEach(async () => {
    await receiver.stop();
    await opened.close();
  });

  const openAccess = (caller = createStorageCaller('ops')) =>
    createDirectAccess(registry, caller, { webhooks: SETTINGS });
  const addTestWebhook = (
    options: Partial<Parameters<ReturnType<typeof openAccess>['addWebhook']>[0]> = {},
    caller = createStorageCaller('ops'),
  ) => openAccess(caller).addWebhook({ url: receiver.url, remotes: [], events: [], ...options });
  const context = (reason?: string, at = msLater(1_000)) => ({ by: 'home-team', now: at, reason });
  const listEvents = (secret: string) =>
    receiver.readEvents(secret).map(({ event, remote, version }) => `${event} ${remote} ${version}`);

  test('a release that goes live is delivered, signed according to Standard Webhooks, with author, reason and link', async () => {
    const { secret } = await addTestWebhook();
    await promote(registry, { 'mfe-home': '2' }, context('gift wrapping'));
    expect(await host.run(now)).toMatchObject([{ outcome: 'delivered', attempts: 1 }]);
    const [told] = receiver.readEvents(secret);
    expect(told).toEqual({
      id: expect.stringMatching(/^msg_[0-9a-f]{32}$/),
      event: 'live',
      time: msLater(1_000).toISOString(),
      remote: 'mfe-home',
      version: '2',
      by: 'home-team',
      reason: 'gift wrapping',
      url: 'https://shop.example/federation',
    });
    expect(receiver.requests[0]?.headers).toMatchObject({ 'webhook-id': told?.id, 'content-type': 'application/json' });
    expect(await host.run(msLater(MINUTE_MS))).toEqual([]);
  });

  test('a gradual release is a canary twice, and then live', async () => {
    const { secret } = await addTestWebhook({ events: ['live', 'canary'] });
    await goLive(registry, { 'mfe-home': '2' }, { visits: 100, stepMs: MINUTE_MS }, context());
    for (const minutes of [2, 4])
      await advanceRamps(
        registry,
        new HealthCounts(registry.storage, 'one'),
        DEFAULT_LIMITS,
        msLater(minutes * MINUTE_MS),
      );
    await host.run(now);
    expect(listEvents(secret)).toEqual(['canary mfe-home 2', 'canary mfe-home 2', 'live mfe-home 2']);
    expect(receiver.readEvents(secret).map(({ weight }) => weight)).toEqual([1, 10, undefined]);
  });

  test('rollbacks are delivered: manual ones with the reason, automatic ones with the figures of both releases', async () => {
    const { secret } = await addTestWebhook({ events: ['rolled-back'] });
    await promote(registry, { 'mfe-home': '2' }, context());
    await rollback(registry, 'mfe-home', undefined, context('too loud'));
    await promote(registry, { 'mfe-home': '3' }, context(undefined, msLater(2_000)));
    const health = new HealthCounts(registry.storage, 'one');
    health.startPeriod(msLater(2_000));
    for (let n = 0; n < 200; n += 1)
      health.record('mfe-home', '3', { first: true, failed: true, lcp: 500, inp: null }, msLater(3_000));
    await rollBackBadReleases(registry, health, DEFAULT_LIMITS, msLater(4_000));
    await startCanary(registry, 'mfe-home', '2', 5, context(undefined, msLater(5_000)));
    await endCanary(registry, 'mfe-home', undefined, context(undefined, msLater(6_000)));
    await host.run(now);
    expect(receiver.readEvents(secret)).toEqual([
      expect.objectContaining({ event: 'rolled-back', version: '2', to: '1', by: 'home-team', reason: 'too loud' }),
      expect.objectContaining({
        version: '3',
        to: '1',
        by: 'health',
        reason: expect.stringMatching(/100\.0 % of 200 visits failed/),
      }),
      expect.objectContaining({ version: '2', by: 'home-team' }),
    ]);
  });

  test('refusals by promote and publish are delivered with every reason', async () => {
    const { secret } = await addTestWebhook();
    await registry.storage.write('mfe-home/2/web/web.1.js', 'altered');
    await expect(openAccess(team).promote({ 'mfe-home': '2' })).rejects.toMatchObject({ code: 'refused' });
    const styled = withFile(builtRemote({ version: '9' }), 'web/remote.1.css', '* { display: none }');
    await expect(openAccess(team).publish(styled)).rejects.toMatchObject({ code: 'refused' });
    await host.run(msLater(2_000));
    expect(receiver.readEvents(secret)).toEqual([
      expect.objectContaining({
        event: 'refused',
        remote: 'mfe-home',
        version: '2',
        by: 'home-team',
        reason: expect.stringContaining('web.1.js has changed since it was published'),
      }),
      expect.objectContaining({
        event: 'refused',
        remote: 'mfe-home',
        version: '9',
        reason: expect.stringMatching(/is refused:\n {2}- /),
      }),
    ]);
  });

  test('each webhook gets only its events of its remotes, and none from before it was added', async () => {
    const all = await addTestWebhook({ events: ['live', 'canary', 'rolled-back', 'refused'] });
    const other = await startReceiver();
    const { secret } = await openAccess(team).addWebhook({ url: other.url, remotes: ['mfe-home'], events: ['live'] });
    await promote(registry, { 'mfe-home': '2', 'mfe-auth': '2' }, context());
    await rollback(registry, 'mfe-home', undefined, context());
    await host.run(now);
    expect(listEvents(all.secret).sort()).toEqual(['live mfe-auth 2', 'live mfe-home 2', 'rolled-back mfe-home 2']);
    expect(other.readEvents(secret).map(({ remote, event }) => `${event} ${remote}`)).toEqual(['live mfe-home']);
    await other.stop();
  });

  test('a failing receiver is retried with growing delays and the same id, and gets the rest in order', async () => {
    const { id, secret } = await addTestWebhook();
    await promote(registry, { 'mfe-home': '2' }, context());
    await rollback(registry, 'mfe-home', undefined, context(undefined, msLater(2_000)));
    receiver.respondWith(500);
    expect(await host.run(now)).toMatchObject([{ outcome: 'retried', attempts: 1, detail: 'it responded with 500' }]);
    expect(await host.run(msLater(4_000))).toMatchObject([{ outcome: 'retried', event: 'rolled-back', attempts: 1 }]);
    expect(await host.run(msLater(4_500))).toEqual([]);
    expect(await host.run(msLater(6_000))).toMatchObject([{ outcome: 'retried', event: 'live', attempts: 2 }]);
    receiver.respondWith(204);
    expect(await host.run(msLater(MINUTE_MS))).toMatchObject([
      { outcome: 'delivered', event: 'live', attempts: 3 },
      { outcome: 'delivered', event: 'rolled-back' },
    ]);
    const ids = receiver
      .readEvents(secret)
      .filter(({ event }) => event === 'live')
      .map((told) => told.id);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
    expect(await openAccess().listWebhooks()).toMatchObject([{ id, pending: 0, last: { outcome: 'delivered' } }]);
  });

  test('a delivery is given up after a day and shown as failed; later events are delivered', async () => {
    const { id } = await addTestWebhook();
    await promote(registry, { 'mfe-home': '2' }, context());
    receiver.respondWith(500);
    const outcomes: string[] = [];
    for (let hours = 0; hours < 26; hours += 0.25)
      for (const { outcome } of await host.run(msLater(hours * HOUR_MS))) outcomes.push(outcome);
    expect(outcomes.slice(0, -1)).toEqual(outcomes.slice(0, -1).map(() => 'retried'));
    expect(outcomes.at(-1)).toBe('given-up');
    expect((await listOutbox(registry)).pending).toEqual([]);
    receiver.respondWith(204);
    await rollback(registry, 'mfe-home', undefined, context());
    await host.run(msLater(26 * HOUR_MS));
    expect(await openAccess().listWebhooks()).toMatchObject([
      {
        id,
        last: { outcome: 'delivered', event: 'rolled-back' },
        lastGivenUp: { event: 'live', detail: 'it responded with 500' },
      },
    ]);
  });

  test('only one of several hosts delivers each event', async () => {
    const { secret } = await addTestWebhook();
    await promote(registry, { 'mfe-home': '2', 'mfe-auth': '2' }, context());
    receiver.respondWith(500);
    await host.run(now);
    receiver.respondWith(204);
    const before = receiver.requests.length;
    const hosts = Array.from({ length: 4 }, () => new WebhookDispatcher(new Registry(opened.storage), SETTINGS));
    await Promise.all(hosts.map((one) => one.run(msLater(MINUTE_MS))));
    expect(listEvents(secret).slice(before).sort()).toEqual(['live mfe-auth 2', 'live mfe-home 2']);
  });

  test('a host with an older view does not queue a delivered event again, and it is removed later', async () => {
    const { id, secret } = await addTestWebhook();
    const behind = new WebhookDispatcher(new Registry(opened.storage), SETTINGS);
    await promote(registry, { 'mfe-home': '2' }, context());
    await host.run(now);
    await addPending(registry, id, toEvents((await registry.readComposition()).history.at(-1)!)[0]!, now);
    expect(await behind.run(msLater(MINUTE_MS))).toEqual([]);
    expect(receiver.readEvents(secret)).toHaveLength(1);
    await promote(registry, { 'mfe-home': '3' }, context());
    await behind.run(msLater(2 * HOUR_MS));
    expect((await listOutbox(registry)).done).toHaveLength(1);
  });

  test('a restarted host delivers what happened while none was running, and what was left in the outbox', async () => {
    const { secret } = await addTestWebhook();
    receiver.respondWith(500);
    await promote(registry, { 'mfe-home': '2' }, context());
    await host.run(now);
    await promote(registry, { 'mfe-home': '3' }, context(undefined, msLater(2_000)));
    receiver.respondWith(204);
    await new WebhookDispatcher(new Registry(opened.storage), SETTINGS).run(msLater(MINUTE_MS));
    expect(listEvents(secret)).toEqual(['live mfe-home 2', 'live mfe-home 2', 'live mfe-home 3']);
  });

  test('another host delivers what a killed one had leased, once the lease is over', async () => {
    const { secret } = await addTestWebhook();
    receiver.respondWith(500);
    await promote(registry, { 'mfe-home': '2' }, context());
    await host.run(now);
    receiver.respondWith(204);
    const {
      pending: [pending],
    } = await listOutbox(registry);
    const waiting = await readPending(registry, pending?.name ?? '');
    if (!waiting) throw new Error('nothing is pending');
    await claimDelivery(registry, waiting, msLater(MINUTE_MS));
    const other = new WebhookDispatcher(new Registry(opened.storage), SETTINGS);
    expect(await other.run(msLater(2 * MINUTE_MS - 1))).toEqual([]);
    expect(await other.run(msLater(MINUTE_MS + LEASE_MS))).toMatchObject([{ outcome: 'delivered' }]);
    expect(new Set(receiver.readEvents(secret).map((told) => told.id)).size).toBe(1);
  });

  test('a removed webhook gets nothing more, not even pending events', async () => {
    const { id } = await addTestWebhook();
    receiver.respondWith(500);
    await promote(registry, { 'mfe-home': '2' }, context());
    await host.run(now);
    const before = receiver.requests.length;
    await openAccess().removeWebhook(id);
    await rollback(registry, 'mfe-home', undefined, context());
    await host.run(msLater(HOUR_MS));
    expect(receiver.requests).toHaveLength(before);
    expect([await openAccess().listWebhooks(), (await listOutbox(registry)).pending]).toEqual([[], []]);
  });

  test('a test is sent immediately and reports what went wrong', async () => {
    const { id, secret } = await addTestWebhook({ remotes: ['mfe-home'] });
    expect(await openAccess().testWebhook(id)).toBeUndefined();
    expect(receiver.readEvents(secret)).toMatchObject([
      { event: 'test', remote: 'mfe-home', version: null, by: 'ops' },
    ]);
    receiver.respondWith(404);
    expect(await openAccess().testWebhook(id)).toBe('it responded with 404');
    await receiver.stop();
    expect(await openAccess().testWebhook(id)).toBe('connection refused');
    receiver = await startReceiver();
  });
});
