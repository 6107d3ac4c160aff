import { builtRemote } from '../testing/builtRemote';
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
  listFreezes,
  promote,
  publishRelease,
  Registry,
  rollback,
  rollBackBadReleases,
  startCanary,
  revertBadCanaries,
} from '../index';
import { finishRamp, revertChange, advanceRamp } from '../goLive';
import { promoteUnpinned } from '../promoteUnpinned';
import { addFreeze, endFreeze, type FreezeRequest } from './freezeWindows';

const noon = new Date('2026-12-20T12:00:00Z');
const minutesAfter = (minutes: number): Date => new Date(noon.getTime() + minutes * 60_000);
const POLICY = { visits: 100, stepMs: 600_000 };
const byHomeTeam = (now = noon, more = {}) => ({ by: 'home-team', now, ...more });
const aTeam = (name: string, ...remotes: readonly string[]) => toCaller({ name, remotes, isOperator: false, key: '' });
const operator = createStorageCaller('ops');
const FROZEN = { to: '2026-12-27T00:00Z', remotes: ['mfe-home'], reason: 'Christmas' } as const;

let published: OpenedStorage;
beforeAll(async () => {
  published = await storages[0]![1]();
  const from = new Registry(published.storage);
  for (const version of ['1', '2', '3'])
    await publishRelease(
      from,
      builtRemote({ version, text: version }),
      'home-team',
      minutesAfter(-200 + Number(version)),
    );
  for (const version of ['1', '2'])
    await publishRelease(
      from,
      builtRemote({ remote: 'mfe-auth', mounts: ['/orders'], version, text: version }),
      'auth-team',
      noon,
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
    await promote(registry, { 'mfe-home': '1', 'mfe-auth': '1' }, byHomeTeam(minutesAfter(-180)));
  });
  afterEach(() => opened.close());

  const readShown = async () => {
    const { live, canary } = await registry.readComposition();
    return {
      live: live['mfe-home'],
      canary: canary['mfe-home'] && `${canary['mfe-home'].version} for ${canary['mfe-home'].weight} %`,
    };
  };
  const freeze = (request: Partial<FreezeRequest> = {}, caller = operator, now = noon) =>
    addFreeze(registry, { ...FROZEN, ...request }, caller, now);

  describe('while a window lasts', () => {
    test.each<[string, () => Promise<unknown>]>([
      ['a promotion', () => promote(registry, { 'mfe-home': '2' }, byHomeTeam(minutesAfter(1)))],
      [
        'a set with one frozen remote',
        () => promote(registry, { 'mfe-home': '2', 'mfe-auth': '2' }, byHomeTeam(minutesAfter(1))),
      ],
      ['going live in steps', () => goLive(registry, { 'mfe-home': '2' }, POLICY, byHomeTeam(minutesAfter(1)))],
      ['going live at once', () => goLive(registry, { 'mfe-home': '2' }, undefined, byHomeTeam(minutesAfter(1)))],
      ['a canary', () => startCanary(registry, 'mfe-home', '2', 1, byHomeTeam(minutesAfter(1)))],
    ])('%s is refused with reason, author and end of the freeze, and changes nothing', async (_what, change) => {
      const { id } = await freeze();
      const tag = await registry.readCompositionTag();
      await expect(change()).rejects.toMatchObject({
        code: 'frozen',
        reasons: [`mfe-home: frozen until 2026-12-27T00:00:00.000Z by ops: Christmas (freeze ${id})`],
      });
      expect(await registry.readCompositionTag()).toBe(tag);
    });

    test('promoting the live release changes nothing and is not refused', async () => {
      await freeze();
      expect(await promote(registry, { 'mfe-home': '1' }, byHomeTeam(minutesAfter(1)))).toMatchObject({
        changed: false,
      });
    });

    test('rolling back, fewer visitors for a canary, and ending one always work', async () => {
      await promote(registry, { 'mfe-home': '2' }, byHomeTeam());
      await startCanary(registry, 'mfe-home', '3', 50, byHomeTeam());
      await freeze();
      await expect(startCanary(registry, 'mfe-home', '3', 51, byHomeTeam(minutesAfter(1)))).rejects.toMatchObject({
        code: 'frozen',
      });
      await startCanary(registry, 'mfe-home', '3', 5, byHomeTeam(minutesAfter(1)));
      expect(await readShown()).toEqual({ live: '2', canary: '3 for 5 %' });
      await endCanary(registry, 'mfe-home', undefined, byHomeTeam(minutesAfter(2)));
      expect(await rollback(registry, 'mfe-home', undefined, byHomeTeam(minutesAfter(3)))).toBe('1');
    });

    test('a rollback skips releases newer than the live one, refuses them by name, and reverting a change does not restore them', async () => {
      await promote(registry, { 'mfe-home': '3' }, byHomeTeam(minutesAfter(-2)));
      await promote(registry, { 'mfe-home': '2' }, byHomeTeam(minutesAfter(-1)));
      await freeze();
      await expect(rollback(registry, 'mfe-home', '3', byHomeTeam(minutesAfter(1)))).rejects.toMatchObject({
        code: 'frozen',
      });
      const { id = '' } = (await registry.readComposition()).history.at(-1) ?? {};
      await expect(revertChange(registry, id, byHomeTeam(minutesAfter(1)), () => undefined)).rejects.toMatchObject({
        code: 'frozen',
      });
      expect(await rollback(registry, 'mfe-home', undefined, byHomeTeam(minutesAfter(1)))).toBe('1');
    });

    test('a rollback is refused as frozen if only newer releases were live before', async () => {
      await promote(registry, { 'mfe-home': '2' }, byHomeTeam(minutesAfter(-2)));
      await promote(registry, { 'mfe-home': '1' }, byHomeTeam(minutesAfter(-1)));
      await freeze();
      await expect(rollback(registry, 'mfe-home', undefined, byHomeTeam(minutesAfter(1)))).rejects.toMatchObject({
        code: 'frozen',
      });
      expect(await readShown()).toMatchObject({ live: '1' });
    });

    test('a change made before the freeze can be reverted', async () => {
      await promote(registry, { 'mfe-home': '2' }, byHomeTeam());
      await freeze();
      await createDirectAccess(registry, aTeam('home-team', 'mfe-home')).revertChange(
        (await registry.readComposition()).history.at(-1)?.id ?? '',
      );
      expect(await readShown()).toEqual({ live: '1', canary: undefined });
    });

    test('a bad release is still rolled back and a bad canary removed automatically', async () => {
      const health = new HealthCounts(registry.storage, 'one');
      const visit = (version: string, failures: number, now: Date): void => {
        for (let n = 0; n < 300; n += 1)
          health.record('mfe-home', version, { first: true, failed: n < failures, lcp: 500, inp: null }, now);
      };
      visit('1', 0, minutesAfter(-10));
      await promote(registry, { 'mfe-home': '2' }, byHomeTeam());
      health.startPeriod(noon);
      await freeze({}, operator, noon);
      visit('2', 200, minutesAfter(1));
      expect(await rollBackBadReleases(registry, health, DEFAULT_LIMITS, minutesAfter(2))).toMatchObject([
        { version: '2', to: '1' },
      ]);
      await promote(registry, { 'mfe-home': '1' }, byHomeTeam(minutesAfter(3)));
      await startCanary(registry, 'mfe-home', '3', 10, byHomeTeam(minutesAfter(3), { duringFreeze: 'for this test' }));
      health.startPeriod(minutesAfter(3));
      visit('1', 0, minutesAfter(4));
      visit('3', 200, minutesAfter(4));
      expect(await revertBadCanaries(registry, health, DEFAULT_LIMITS, minutesAfter(5))).toMatchObject([
        { version: '3' },
      ]);
    });

    test('the start command leaves the frozen remote alone and moves the others', async () => {
      await freeze();
      const moved = await promoteUnpinned(registry, { 'mfe-home': '2', 'mfe-auth': '2' }, byHomeTeam(minutesAfter(1)));
      expect(moved).toMatchObject({
        moved: { 'mfe-auth': '2' },
        chosen: [],
        frozen: [{ remote: 'mfe-home', window: { reason: 'Christmas' } }],
      });
      expect((await registry.readComposition()).live).toEqual({ 'mfe-home': '1', 'mfe-auth': '2' });
    });
  });

  describe('a ramp under way', () => {
    const advance = (now: Date) =>
      advanceRamps(registry, new HealthCounts(registry.storage, 'one'), DEFAULT_LIMITS, now);

    test('stays at its step during the freeze, first or last, and continues afterwards', async () => {
      await goLive(registry, { 'mfe-home': '2' }, POLICY, byHomeTeam());
      const first = await freeze({}, operator, minutesAfter(1));
      expect(await advance(minutesAfter(30))).toEqual([]);
      expect(await readShown()).toEqual({ live: '1', canary: '2 for 1 %' });
      await endFreeze(registry, first.id, operator, minutesAfter(31));
      expect(await advance(minutesAfter(32))).toMatchObject([{ weight: 10 }]);
      await freeze({ to: minutesAfter(60).toISOString() }, operator, minutesAfter(33));
      expect(await advance(minutesAfter(59))).toEqual([]);
      expect(await readShown()).toEqual({ live: '1', canary: '2 for 10 %' });
      expect(await advance(minutesAfter(60))).toMatchObject([{ weight: 100 }]);
      expect(await readShown()).toEqual({ live: '2', canary: undefined });
    });

    test('is blocked at each step, too, for a host that checked just before the freeze', async () => {
      await goLive(registry, { 'mfe-home': '2' }, POLICY, byHomeTeam());
      await freeze();
      const step = { version: '2', heldSince: noon.toISOString() };
      expect(
        await Promise.all(
          [advanceRamp, finishRamp].map((take) => take(registry, 'mfe-home', step, byHomeTeam(minutesAfter(30)))),
        ),
      ).toEqual([false, false]);
      expect(await readShown()).toEqual({ live: '1', canary: '2 for 1 %' });
    });

    test('ends during the freeze if it does worse', async () => {
      await goLive(registry, { 'mfe-home': '2' }, POLICY, byHomeTeam());
      await freeze();
      const health = new HealthCounts(registry.storage, 'one');
      for (let n = 0; n < 300; n += 1)
        for (const version of ['1', '2'])
          health.record(
            'mfe-home',
            version,
            { first: true, failed: version === '2', lcp: 500, inp: null },
            minutesAfter(1),
          );
      expect(await advanceRamps(registry, health, DEFAULT_LIMITS, minutesAfter(2))).toMatchObject([{ weight: 0 }]);
    });

    test('that an operator started during a freeze continues in it, but is blocked by another one', async () => {
      await freeze();
      await goLive(
        registry,
        { 'mfe-home': '2' },
        POLICY,
        byHomeTeam(minutesAfter(1), { duringFreeze: 'the cart is broken' }),
      );
      expect(await advance(minutesAfter(11))).toMatchObject([{ weight: 10 }]);
      await freeze({ reason: 'a second one' }, operator, minutesAfter(12));
      expect(await advance(minutesAfter(40))).toEqual([]);
    });
  });

  test('other times and other remotes are not frozen', async () => {
    await freeze({ from: minutesAfter(10).toISOString(), to: minutesAfter(20).toISOString() });
    await promote(registry, { 'mfe-home': '2' }, byHomeTeam(minutesAfter(9)));
    await expect(promote(registry, { 'mfe-home': '3' }, byHomeTeam(minutesAfter(10)))).rejects.toMatchObject({
      code: 'frozen',
    });
    await promote(registry, { 'mfe-auth': '2' }, byHomeTeam(minutesAfter(11)));
    await promote(registry, { 'mfe-home': '3' }, byHomeTeam(minutesAfter(20)));
  });

  test('an operator can bypass a freeze, which the history records; a team cannot', async () => {
    await freeze({ remotes: [] });
    const exception = { duringFreeze: 'the price was wrong' };
    for (const attempt of ['promote', 'goLive'] as const) {
      await expect(
        createDirectAccess(registry, aTeam('home-team', 'mfe-home'))[attempt](
          { 'mfe-home': '2' },
          undefined,
          exception,
        ),
      ).rejects.toMatchObject({ code: 'forbidden' });
    }
    await expect(
      createDirectAccess(registry, aTeam('home-team', 'mfe-home')).showCanary('mfe-home', '2', 1, exception),
    ).rejects.toMatchObject({ code: 'forbidden' });
    await promote(registry, { 'mfe-home': '2' }, byHomeTeam(minutesAfter(1), { ...exception, reason: 'prices' }));
    expect((await registry.readComposition()).history.at(-1)).toMatchObject({
      reason: 'prices; during the freeze of ops (Christmas): the price was wrong',
    });
  });

  test('an exception is not recorded if there is no freeze', async () => {
    await promote(registry, { 'mfe-home': '2' }, byHomeTeam(minutesAfter(1), { duringFreeze: 'in case there is one' }));
    expect((await registry.readComposition()).history.at(-1)).not.toHaveProperty('reason');
  });

  test('no window is lost when several are added at once', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        addFreeze(new Registry(opened.storage), { ...FROZEN, reason: `window ${n}` }, operator, noon),
      ),
    );
    expect((await listFreezes(registry, noon)).map(({ reason }) => reason).sort()).toEqual(
      Array.from({ length: 8 }, (_, n) => `window ${n}`),
    );
  });

  test('a team can add and end windows of its own remotes, but not end those of an operator', async () => {
    const home = aTeam('home-team', 'mfe-home');
    await expect(freeze({ remotes: [] }, home)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(freeze({ remotes: ['mfe-home', 'mfe-auth'] }, home)).rejects.toMatchObject({ code: 'forbidden' });
    const own = await freeze({}, home);
    const ops = await freeze();
    await expect(endFreeze(registry, own.id, aTeam('auth-team', 'mfe-auth'), noon)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(endFreeze(registry, ops.id, home, noon)).rejects.toThrow('An operator (ops) set the freeze');
    await endFreeze(registry, own.id, home, noon);
    expect((await listFreezes(registry, noon)).map(({ id }) => id)).toEqual([ops.id]);
    await endFreeze(registry, ops.id, operator, noon);
    await expect(endFreeze(registry, ops.id, operator, noon)).rejects.toMatchObject({ code: 'unknown' });
    await promote(registry, { 'mfe-home': '2' }, byHomeTeam(minutesAfter(1)));
  });

  test('a token at its limit of windows does not keep others from adding one', async () => {
    const home = aTeam('home-team', 'mfe-home');
    for (let n = 0; n < 50; n += 1)
      await freeze({ from: `2027-01-0${1 + (n % 9)}T00:00Z`, to: '2027-01-20T00:00Z' }, home);
    await expect(freeze({}, home)).rejects.toThrow('home-team has set 50 freeze windows already; end one first');
    await freeze({ remotes: [] });
    await expect(promote(registry, { 'mfe-auth': '2' }, byHomeTeam(minutesAfter(1)))).rejects.toMatchObject({
      code: 'frozen',
    });
  });
});

test.each<[string, Partial<FreezeRequest>, RegExp]>([
  [
    'a time without a zone',
    { to: '2026-12-27T00:00' },
    /^"to" must be a time with a time zone, such as 2026-12-24T18:00Z .*, not "2026-12-27T00:00"$/,
  ],
  ['an impossible day', { to: '2027-02-30T00:00Z' }, /^"to" must be a time/],
  ['an impossible hour', { from: '2026-12-24T25:00Z' }, /^"from" must be a time/],
  ['words', { from: 'tomorrow' }, /^"from" must be a time/],
  [
    'an end before the start',
    { from: '2026-12-28T00:00+01:00' },
    /must end after it starts: 2026-12-27T00:00:00.000Z is not after 2026-12-27T23:00:00.000Z/,
  ],
  ['a time that has passed', { from: '2026-12-01T00:00Z', to: '2026-12-02T00:00Z' }, /over already/],
  ['a freeze of a year', { to: '2027-12-27T00:00Z' }, /at most 92 days/],
  ['a start years ahead', { from: '2200-01-01T00:00Z', to: '2200-01-02T00:00Z' }, /must start within 400 days/],
  ['no reason', { reason: '  ' }, /Give a reason/],
])('%s is refused', async (_what, request, message) => {
  const registry = new Registry(published.storage);
  await expect(addFreeze(registry, { ...FROZEN, ...request }, operator, noon)).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(message),
  });
  expect(await listFreezes(registry, noon)).toEqual([]);
});
