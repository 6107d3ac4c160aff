import { builtRemote } from '../testing/builtRemote';
import { copyReleases, storages, type OpenedStorage } from '../testing/storages';
import {
  advanceRamps,
  createStorageCaller,
  toCaller,
  collectGarbage,
  DEFAULT_LIMITS,
  createDirectAccess,
  HealthCounts,
  promote,
  publishRelease,
  Registry,
} from '../index';
import { promoteUnpinned } from '../promoteUnpinned';
import { approve } from './approve';
import { addRequest, findApprovable, listRequests } from './requests';

const now = new Date();
const hoursLater = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);
const token = (name: string, ...remotes: readonly string[]) => toCaller({ name, remotes, isOperator: false, key: '' });
const [ada, bob, eve] = [token('ada', 'mfe-home'), token('bob', 'mfe-home'), token('eve', 'mfe-auth')];
const ops = createStorageCaller('ops');
const RAMP = { visits: 100, stepMs: 60_000 };

let published: OpenedStorage;
beforeAll(async () => {
  published = await storages[0]![1]();
  const from = new Registry(published.storage);
  // Releases 2 and 3 of mfe-home need a second person, 1 and 4 do not.
  for (const version of ['1', '2', '3', '4'])
    await publishRelease(
      from,
      builtRemote({ version, text: version, needsSecondPerson: version === '2' || version === '3' }),
      'ada',
      now,
    );
  for (const version of ['1', '2'])
    await publishRelease(
      from,
      builtRemote({ remote: 'mfe-auth', mounts: ['/orders'], version, text: version }),
      'eve',
      now,
    );
}, 60_000);
afterAll(() => published.close());

describe.each(storages)('in %s', (_name, open) => {
  let opened: OpenedStorage;
  let registry: Registry;
  beforeEach(async () => {
    opened = await open();
    await copyReleases(published.storage, opened.storage);
    registry = new Registry(opened.storage);
    await promote(registry, { 'mfe-home': '1', 'mfe-auth': '1' }, { by: 'ops', now });
  });
  afterEach(() => opened.close());

  const accessAs = (caller: typeof ada, ramp?: typeof RAMP) => createDirectAccess(registry, caller, { ramp });
  const readLive = async () => (await registry.readComposition()).live['mfe-home'];
  const readLastEntry = async () => (await registry.readComposition()).history.at(-1);
  const requestGoLive = async (version = '2', caller = ada) =>
    (await accessAs(caller).promote({ 'mfe-home': version }, 'gift wrapping')).waiting?.id ?? '';
  const makeSecondPersonRequired = async (): Promise<void> => void (await accessAs(bob).approve(await requestGoLive()));

  test('one person requests, another approves, and the history has both and the reason', async () => {
    const id = await requestGoLive();
    expect(await readLive()).toBe('1');
    expect(await accessAs(ada).listRequests()).toMatchObject([
      { id, by: 'ada', set: { 'mfe-home': '2' }, reason: 'gift wrapping' },
    ]);
    expect(await accessAs(bob).approve(id)).toMatchObject({ changed: true });
    expect(await readLive()).toBe('2');
    expect(await readLastEntry()).toMatchObject({
      by: 'ada',
      reason: 'asked for by ada, approved by bob; gift wrapping',
    });
    expect(await accessAs(ada).listRequests()).toEqual([]);
  });

  test('requesters and callers without rights cannot approve, and nothing is approved twice', async () => {
    const id = await requestGoLive();
    await expect(accessAs(ada).approve(id)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(accessAs(eve).approve(id)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(accessAs(eve).decline(id)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(accessAs(bob).approve('nothing')).rejects.toMatchObject({ code: 'unknown' });
    expect(await readLive()).toBe('1');
    const outcomes = await Promise.allSettled([accessAs(bob).approve(id), accessAs(ops).approve(id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(accessAs(bob).approve(id)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('an operator has to request, too, and cannot approve its own request', async () => {
    const id = await requestGoLive('2', ops);
    expect(await readLive()).toBe('1');
    await expect(accessAs(ops).approve(id)).rejects.toMatchObject({ code: 'forbidden' });
    await accessAs(bob).approve(id);
    expect(await readLive()).toBe('2');
  });

  test('a release that drops the requirement needs approval; later ones do not', async () => {
    await makeSecondPersonRequired();
    const id = await requestGoLive('4');
    expect(await readLive()).toBe('2');
    await accessAs(bob).approve(id);
    expect(await accessAs(ada).promote({ 'mfe-home': '1' })).toEqual({ changed: true });
  });

  test('a rollback to a release without the requirement does not bypass it', async () => {
    await makeSecondPersonRequired();
    expect(await accessAs(ada).rollBack('mfe-home')).toBe('1');
    await requestGoLive('4');
    expect(await readLive()).toBe('1');
  });

  test('rolling back, ending a canary and reducing its weight need no approval', async () => {
    await makeSecondPersonRequired();
    const { waiting } = await accessAs(ada).showCanary('mfe-home', '3', 50);
    expect((await registry.readComposition()).canary).toEqual({});
    await accessAs(bob).approve(waiting?.id ?? '');
    expect(await accessAs(ada).showCanary('mfe-home', '3', 10)).toEqual({});
    expect((await accessAs(ada).showCanary('mfe-home', '3', 60)).waiting).toBeDefined();
    expect((await registry.readComposition()).canary['mfe-home']).toMatchObject({ version: '3', weight: 10 });
    await accessAs(ada).endCanary('mfe-home');
    expect(await accessAs(ada).rollBack('mfe-home')).toBe('1');
  });

  test('going live in steps is approved once, at the start', async () => {
    const { waiting } = await accessAs(ada, RAMP).goLive({ 'mfe-home': '2' });
    await accessAs(bob, RAMP).approve(waiting?.id ?? '');
    expect((await registry.readComposition()).canary['mfe-home']).toMatchObject({ version: '2', weight: 1 });
    for (const hours of [1, 2])
      await advanceRamps(registry, new HealthCounts(registry.storage, 'one'), DEFAULT_LIMITS, hoursLater(hours));
    expect(await readLive()).toBe('2');
    await requestGoLive('4');
    expect(await readLive()).toBe('2');
  });

  test('a set waits as a whole if one of its releases needs a second person', async () => {
    const { waiting } = await accessAs(ops).promote({ 'mfe-home': '2', 'mfe-auth': '2' });
    expect((await registry.readComposition()).live).toEqual({ 'mfe-home': '1', 'mfe-auth': '1' });
    await expect(accessAs(bob).approve(waiting?.id ?? '')).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('a newer request replaces an older one of the same remote', async () => {
    const [older, newer] = [await requestGoLive('2'), await requestGoLive('3')];
    await expect(accessAs(bob).approve(older)).rejects.toThrow('a newer one took its place by ada');
    expect((await accessAs(bob).listRequests()).map(({ id }) => id)).toEqual([newer]);
  });

  test('a waiting request stays, however many requests others make', async () => {
    const id = await requestGoLive();
    for (let n = 0; n < 105; n += 1)
      await addRequest(registry, { kind: 'promote', set: { 'mfe-auth': '2' } }, 'eve', now);
    expect(await accessAs(bob).approve(id)).toMatchObject({ changed: true });
    expect(await readLive()).toBe('2');
  });

  test('a request expires after three days', async () => {
    const id = await requestGoLive();
    expect(await listRequests(registry, hoursLater(71.9))).toHaveLength(1);
    expect(await listRequests(registry, hoursLater(72.1))).toEqual([]);
    await expect(findApprovable(registry, id, bob, hoursLater(72.1))).rejects.toThrow('it has expired');
    await expect(approve(registry, id, bob, undefined, hoursLater(72.1))).rejects.toMatchObject({ code: 'conflict' });
  });

  test('a new request is needed if another release has gone live meanwhile', async () => {
    const id = await requestGoLive();
    await promote(registry, { 'mfe-home': '4' }, { by: 'ops', now });
    await expect(accessAs(bob).approve(id)).rejects.toThrow(
      'mfe-home has changed since the request: 4 is live, not 1; make a new request',
    );
    expect(await readLive()).toBe('4');
  });

  test('a new request is needed if the version was republished with other files meanwhile', async () => {
    const id = await requestGoLive();
    await collectGarbage(registry, hoursLater(1), { keptDays: 0 });
    await publishRelease(
      new Registry(opened.storage),
      builtRemote({ version: '2', text: 'other', needsSecondPerson: true }),
      'ada',
      new Date(),
    );
    await expect(createDirectAccess(new Registry(opened.storage), bob).approve(id)).rejects.toThrow(
      'mfe-home 2 was removed from the registry and published again with other files since the request; make a new request',
    );
    expect(await readLive()).toBe('1');
  });

  test('a release that goes live during the approval is not replaced', async () => {
    const id = await requestGoLive();
    const other = new Registry(opened.storage);
    const swap = opened.storage.swap.bind(opened.storage);
    let isFirst = true;
    // The approval has checked what is live and is recorded; at this moment, 4 goes live.
    jest.spyOn(opened.storage, 'swap').mockImplementation(async (...args) => {
      const written = await swap(...args);
      if (isFirst && args[0] === 'policies/requests') {
        isFirst = false;
        await promote(other, { 'mfe-home': '4' }, { by: 'ops', now });
      }
      return written;
    });
    await expect(accessAs(bob).approve(id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await readLive()).toBe('4');
  });

  test('all checks run again at approval; a request refused then keeps waiting', async () => {
    const id = await requestGoLive();
    const { id: freeze } = await accessAs(ops).freeze({
      to: hoursLater(1).toISOString(),
      remotes: ['mfe-home'],
      reason: 'Christmas',
    });
    await expect(accessAs(bob).approve(id)).rejects.toMatchObject({ code: 'frozen' });
    expect([await readLive(), (await accessAs(bob).listRequests()).length]).toEqual(['1', 1]);
    await accessAs(ops).endFreeze(freeze);
    await opened.storage.write('mfe-home/2/node/node.1.js', 'altered');
    await expect(accessAs(bob).approve(id)).rejects.toMatchObject({ code: 'refused' });
    expect(await readLive()).toBe('1');
  });

  test('a release that cannot go live is refused at once, without a request', async () => {
    await opened.storage.write('mfe-home/2/node/node.1.js', 'altered');
    await expect(accessAs(ada).promote({ 'mfe-home': '2' })).rejects.toMatchObject({ code: 'refused' });
    expect(await accessAs(ada).listRequests()).toEqual([]);
  });

  test('a declined release does not go live', async () => {
    const id = await requestGoLive();
    await accessAs(bob).decline(id, 'not before Christmas');
    await expect(accessAs(ops).approve(id)).rejects.toThrow('it was declined by bob');
    expect(await readLive()).toBe('1');
  });

  test('an operator can skip the approval in an emergency, with the reason in the history; a team cannot', async () => {
    const exception = { withoutSecondPerson: 'the cart is empty, and bob is asleep' };
    for (const attempt of ['promote', 'goLive'] as const)
      await expect(accessAs(ada)[attempt]({ 'mfe-home': '2' }, undefined, exception)).rejects.toMatchObject({
        code: 'forbidden',
      });
    await expect(accessAs(ada).showCanary('mfe-home', '2', 1, exception)).rejects.toMatchObject({ code: 'forbidden' });
    await accessAs(ops).promote({ 'mfe-home': '2' }, undefined, exception);
    expect(await readLastEntry()).toMatchObject({
      by: 'ops',
      reason: 'without a second person: the cart is empty, and bob is asleep',
    });
  });

  test('the start command needs no approval, and the requirement applies from then on', async () => {
    await promoteUnpinned(registry, { 'mfe-home': '2' }, { by: 'ops', now });
    expect(await readLive()).toBe('2');
    await requestGoLive('4');
    expect(await readLive()).toBe('2');
  });
});
