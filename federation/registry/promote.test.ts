import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { aHost, builtRemote, findFile } from './testing/builtRemote';
import {
  collectGarbage,
  diffReleases,
  endCanary,
  promote,
  publishRelease,
  type Registry,
  rollback,
  startCanary,
} from './index';
import { revertChange } from './promote';
import { openTestRegistry } from './testing/openTestRegistry';

let workspace: string;
let registry: Registry;
const noon = new Date('2026-01-01T12:00:00Z');
const daysLater = (days: number): Date => new Date(noon.getTime() + days * 86_400_000);
const context = { by: 'home team', now: noon };

beforeEach(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'registry-'));
  registry = openTestRegistry(workspace);
});
afterEach(() => fs.rm(workspace, { recursive: true, force: true }));

const publish = async (built: Parameters<typeof builtRemote>[0] & { readonly version: string }, now = noon) =>
  publishRelease(registry, builtRemote({ text: built.version, ...built }), 'home team', now);
const readLive = async (): Promise<Record<string, string>> => (await registry.readComposition()).live;
const auth = {
  remote: 'mfe-auth',
  mounts: ['/orders'],
  routes: [
    { id: 'orders', path: 'orders' },
    { id: 'order', path: 'orders/:number' },
  ],
  slices: ['orders'],
} as const;
const cart = {
  remote: 'mfe-cart-checkout',
  mounts: ['/cart'],
  widgets: ['CartDrawer'],
  uses: { routes: ['/orders/:1'], widgets: [] },
} as const;

test('promoting makes a release live, and rolling back restores the previous one, then the one before it', async () => {
  for (const version of ['1', '2', '3']) {
    await publish({ version });
    const before = await registry.readCompositionTag();
    expect((await promote(registry, { 'mfe-home': version }, context)).changed).toBe(true);
    expect(await registry.readCompositionTag()).not.toBe(before);
  }
  expect(await rollback(registry, 'mfe-home', undefined, context)).toBe('2');
  expect(await rollback(registry, 'mfe-home', undefined, context)).toBe('1');
  await expect(rollback(registry, 'mfe-home', undefined, context)).rejects.toThrow('no earlier live release');
});

test('a release that was rolled back is not a rollback target later', async () => {
  for (const version of ['1', '2', '3']) {
    await publish({ version });
    await promote(registry, { 'mfe-home': version }, context);
    if (version === '2') await rollback(registry, 'mfe-home', undefined, context);
  }
  expect(await rollback(registry, 'mfe-home', undefined, context)).toBe('1');
});

test('rolling back skips releases with altered files and restores the newest intact one', async () => {
  for (const version of ['1', '2', '3', '4']) {
    await publish({ version });
    await promote(registry, { 'mfe-home': version }, context);
  }
  await fs.writeFile(path.join(workspace, 'mfe-home/3/node/node.1.js'), 'altered');
  const { files } = await registry.readRelease('mfe-home', '2');
  await fs.rm(path.join(workspace, 'mfe-home/2', findFile(files, 'web/remote.js')));
  await expect(rollback(registry, 'mfe-home', '3', context)).rejects.toMatchObject({
    code: 'refused',
    reasons: ['node/node.1.js has changed since it was published.'],
  });
  expect(await readLive()).toEqual({ 'mfe-home': '4' });
  expect(await rollback(registry, 'mfe-home', undefined, context)).toBe('1');
});

test('rolling back without an intact release changes nothing and names the altered files', async () => {
  for (const version of ['1', '2']) {
    await publish({ version });
    await promote(registry, { 'mfe-home': version }, context);
  }
  await fs.writeFile(path.join(workspace, 'mfe-home/1/node/node.1.js'), 'altered');
  await expect(rollback(registry, 'mfe-home', undefined, context)).rejects.toMatchObject({
    reasons: ['node/node.1.js has changed since it was published.'],
  });
  expect(await readLive()).toEqual({ 'mfe-home': '2' });
});

test('rolling back to an earlier release removes the ones after it from the targets', async () => {
  for (const version of ['1', '2', '3']) {
    await publish({ version });
    await promote(registry, { 'mfe-home': version }, context);
  }
  expect(await rollback(registry, 'mfe-home', '1', context)).toBe('1');
  await expect(rollback(registry, 'mfe-home', '2', context)).rejects.toThrow('was not live before');
});

test('promoting the live release changes nothing and writes no history', async () => {
  await publish({ version: '1' });
  await promote(registry, { 'mfe-home': '1' }, context);
  const tag = await registry.readCompositionTag();
  expect((await promote(registry, { 'mfe-home': '1' }, context)).changed).toBe(false);
  expect(await registry.readCompositionTag()).toBe(tag);
});

test('a set of releases is promoted as a whole or not at all', async () => {
  await publish({ version: '1' });
  await publish({ ...auth, version: '1' });
  await promote(registry, { 'mfe-home': '1', 'mfe-auth': '1' }, context);
  expect((await registry.readComposition()).history).toHaveLength(1);
  await publish({ version: '2' });
  await publish({ ...auth, version: '2', slices: ['offers'] });
  await registry.announceHost('one', aHost({ slices: ['offers'] }), noon);
  await expect(promote(registry, { 'mfe-home': '2', 'mfe-auth': '2' }, context)).rejects.toMatchObject({
    code: 'refused',
  });
  expect(await readLive()).toEqual({ 'mfe-home': '1', 'mfe-auth': '1' });
});

test('a mount can move from one team to another only in a set', async () => {
  const homeWith = (mounts: readonly string[], version: string) =>
    publish({ version, mounts, routes: mounts.map((mount) => ({ id: `home${mount}`, path: mount.slice(1) })) });
  const catalogWith = (mounts: readonly string[], version: string) =>
    publish({
      remote: 'mfe-catalog',
      version,
      mounts,
      routes: mounts.map((mount) => ({ id: `catalog${mount}`, path: mount.slice(1) })),
    });
  await homeWith(['/', '/blog'], '1');
  await catalogWith(['/products'], '1');
  await promote(registry, { 'mfe-home': '1', 'mfe-catalog': '1' }, context);
  await catalogWith(['/products', '/blog'], '2');
  await expect(promote(registry, { 'mfe-catalog': '2' }, context)).rejects.toThrow(
    "Its mount /blog is mfe-home's (/blog).",
  );
  await homeWith(['/'], '2');
  await promote(registry, { 'mfe-home': '2', 'mfe-catalog': '2' }, context);
  expect(await readLive()).toEqual({ 'mfe-home': '2', 'mfe-catalog': '2' });
});

test('an older release, which declares no budget, may be promoted again', async () => {
  const { version } = await publish({ version: '1', budget: { entry: 8.5, page: 50 } });
  const file = path.join(workspace, 'mfe-home', version, 'release.json');
  const release = JSON.parse(await fs.readFile(file, 'utf8')) as Record<string, unknown>;
  await fs.writeFile(file, JSON.stringify({ ...release, budget: undefined, sizes: { entry: 8_400, page: 49_000 } }));
  const afterwards = openTestRegistry(workspace);
  await promote(afterwards, { 'mfe-home': version }, context);
  expect((await afterwards.readComposition()).live).toEqual({ 'mfe-home': version });
});

describe('refuses to promote', () => {
  beforeEach(async () => {
    await registry.announceHost('one', aHost(), noon);
    await publish({ ...auth, version: '1' });
    await publish({ ...cart, version: '1' });
    await promote(registry, { 'mfe-auth': '1', 'mfe-cart-checkout': '1' }, context);
  });

  test.each<[string, Parameters<typeof builtRemote>[0], RegExp]>([
    [
      'a release without a route that the host and another remote link to',
      { ...auth, routes: [{ id: 'orders', path: 'orders' }] },
      /no longer has the route \/orders\/:1, which host h1, mfe-cart-checkout 1 use\./,
    ],
    [
      'a release without a widget that the host shows',
      { ...cart, widgets: [] },
      /no longer has the widget CartDrawer, which host h1 uses\./,
    ],
    ["a release with another remote's slice", { ...cart, slices: ['orders'] }, /Its slice "orders" is mfe-auth's\./],
    [
      "a release with another remote's mount",
      { ...cart, mounts: ['/cart', '/orders/gifts'] },
      /Its mount \/orders\/gifts is mfe-auth's/,
    ],
    [
      "a release with another remote's route id",
      { ...cart, routes: [{ id: 'order', path: 'cart' }] },
      /Its route id "order" is mfe-auth's\./,
    ],
  ])('%s', async (_what, built, reason) => {
    const { remote } = await publish({ ...built, version: '2' });
    const set = { [remote]: '2' };
    await expect(promote(registry, set, context)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(reason),
    });
    await expect(startCanary(registry, remote as 'mfe-auth', '2', 10, context)).rejects.toThrow(reason);
    expect(await readLive()).toEqual({ 'mfe-auth': '1', 'mfe-cart-checkout': '1' });
  });

  test('but an unused route may be removed', async () => {
    await publish({ ...auth, version: '2', routes: [{ id: 'order', path: 'orders/:number' }] });
    await expect(promote(registry, { 'mfe-auth': '2' }, context)).resolves.toMatchObject({ changed: true });
  });

  test('but a route may be removed together with the release that linked to it, if the host does not link to it', async () => {
    await registry.announceHost('one', aHost({ uses: { routes: ['/cart'], widgets: ['CartDrawer'] } }), noon);
    await publish({ ...auth, version: '2', routes: [{ id: 'orders', path: 'orders' }] });
    await expect(promote(registry, { 'mfe-auth': '2' }, context)).rejects.toThrow('which mfe-cart-checkout 1 uses.');
    await publish({ ...cart, version: '2', uses: { routes: [], widgets: [] } });
    await expect(promote(registry, { 'mfe-auth': '2', 'mfe-cart-checkout': '2' }, context)).resolves.toMatchObject({
      changed: true,
    });
  });

  test('a release with altered or lost files', async () => {
    await publish({ ...cart, version: '2' });
    const { files } = await registry.readRelease('mfe-cart-checkout', '2');
    const [script, styles] = [findFile(files, 'web/web.js'), findFile(files, 'web/remote.css')];
    await fs.writeFile(path.join(workspace, 'mfe-cart-checkout/2', script), 'altered');
    await fs.rm(path.join(workspace, 'mfe-cart-checkout/2', styles));
    await expect(promote(registry, { 'mfe-cart-checkout': '2' }, context)).rejects.toMatchObject({
      code: 'refused',
      reasons: [`${styles} is missing.`, `${script} has changed since it was published.`],
    });
  });

  test('a release that does not exist', async () => {
    await expect(promote(registry, { 'mfe-auth': '9' }, context)).rejects.toMatchObject({ code: 'unknown' });
    await expect(promote(registry, { 'mfe-auth': '../mfe-cart-checkout/1' }, context)).rejects.toMatchObject({
      code: 'unknown',
    });
  });

  test('a rollback target that a newer host cannot run', async () => {
    await publish({ ...auth, version: '2' });
    await promote(registry, { 'mfe-auth': '2' }, context);
    await registry.announceHost('one', aHost({ singletons: { react: '20.0.0' } }), noon);
    await expect(rollback(registry, 'mfe-auth', undefined, context)).rejects.toThrow(
      'It needs react ^19.3.1; the live host h1 provides 20.0.0.',
    );
  });
});

describe('a canary', () => {
  beforeEach(async () => {
    for (const version of ['1', '2', '3']) await publish({ version });
    await promote(registry, { 'mfe-home': '1' }, context);
  });

  test('is shown next to the live release, can change its weight, and ends when it is promoted', async () => {
    await startCanary(registry, 'mfe-home', '2', 10, context);
    await startCanary(registry, 'mfe-home', '2', 50, { ...context, now: daysLater(1) });
    expect((await registry.readComposition()).canary).toEqual({
      'mfe-home': { version: '2', weight: 50, since: noon.toISOString() },
    });
    await promote(registry, { 'mfe-home': '2' }, context);
    expect(await registry.readComposition()).toMatchObject({ live: { 'mfe-home': '2' }, canary: {} });
  });

  test('is removed, unless another one has replaced it', async () => {
    await startCanary(registry, 'mfe-home', '2', 10, context);
    await startCanary(registry, 'mfe-home', '3', 10, context);
    await endCanary(registry, 'mfe-home', '2', context);
    expect((await registry.readComposition()).canary).toMatchObject({ 'mfe-home': { version: '3' } });
    await endCanary(registry, 'mfe-home', '3', { ...context, reason: 'too slow' });
    expect((await registry.readComposition()).canary).toEqual({});
    expect((await registry.readComposition()).history.at(-1)).toMatchObject({
      action: 'end-canary',
      reason: 'too slow',
      changes: [{ from: '3', to: null }],
    });
  });

  test.each([-1, 101, Number.NaN])('cannot have a weight of %d', async (weight) => {
    await expect(startCanary(registry, 'mfe-home', '2', weight, context)).rejects.toMatchObject({ code: 'invalid' });
  });

  test('cannot be the live release', async () => {
    await expect(startCanary(registry, 'mfe-home', '1', 10, context)).rejects.toThrow('is live already');
  });
});

describe('reverting a change', () => {
  const all = (): void => undefined;
  const lastChange = async (): Promise<string> => (await registry.readComposition()).history.at(-1)?.id ?? '';

  test('reverts all of a set at once', async () => {
    for (const version of ['1', '2']) {
      await publish({ version });
      await publish({ ...auth, version });
      await promote(
        registry,
        { 'mfe-home': version, 'mfe-auth': version },
        { ...context, now: daysLater(Number(version)) },
      );
    }
    const id = await lastChange();
    await revertChange(registry, id, context, all);
    expect(await readLive()).toEqual({ 'mfe-home': '1', 'mfe-auth': '1' });
    await expect(revertChange(registry, id, context, all)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('requires rights on all remotes of the change', async () => {
    await publish({ version: '1' });
    await promote(registry, { 'mfe-home': '1' }, context);
    const refuse = (remotes: readonly string[]): void => {
      throw new Error(`not for ${remotes.join(', ')}`);
    };
    await expect(revertChange(registry, await lastChange(), context, refuse)).rejects.toThrow('not for mfe-home');
  });

  test('affects only that change, even if another one was made in the same millisecond', async () => {
    await publish({ version: '1' });
    await publish({ ...auth, version: '1' });
    await promote(registry, { 'mfe-home': '1', 'mfe-auth': '1' }, context);
    await publish({ version: '2' });
    await publish({ ...auth, version: '2' });
    await startCanary(registry, 'mfe-auth', '2', 5, context);
    const id = await lastChange();
    await promote(registry, { 'mfe-home': '2' }, context);
    const own = (remotes: readonly string[]): void => expect(remotes).toEqual(['mfe-auth']);
    await revertChange(registry, id, context, own);
    expect(await readLive()).toEqual({ 'mfe-home': '2', 'mfe-auth': '1' });
    expect((await registry.readComposition()).canary).toEqual({});
  });
});

describe('garbage collection', () => {
  test('removes releases that the composition does not reference and has not referenced recently', async () => {
    for (const version of ['1', '2', '3', '4', '5']) await publish({ version });
    for (const version of ['1', '2', '3'])
      await promote(registry, { 'mfe-home': version }, { ...context, now: daysLater(Number(version)) });
    await startCanary(registry, 'mfe-home', '4', 0, { ...context, now: daysLater(3) });
    await publish({ version: '6' }, daysLater(29));
    // 3 is live, 2 is the rollback target, 4 is a canary, 6 is new: 1 and 5 are removed.
    expect(
      (await collectGarbage(registry, daysLater(30), { dryRun: true })).map(({ version }) => version).sort(),
    ).toEqual(['1', '5']);
    expect(await registry.listReleases('mfe-home')).toHaveLength(6);
    await collectGarbage(registry, daysLater(30));
    expect((await openTestRegistry(workspace).listReleases('mfe-home')).map(({ version }) => version).sort()).toEqual([
      '2',
      '3',
      '4',
      '6',
    ]);
    expect(await collectGarbage(registry, daysLater(4), { keptDays: 7 })).toEqual([]);
  });

  test('never removes a release that is promoted at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const version = `r${round}`;
      await publish({ version });
      const [collected, shown] = await Promise.allSettled([
        collectGarbage(registry, daysLater(30)),
        promote(openTestRegistry(workspace), { 'mfe-home': version }, { ...context, now: daysLater(30) }),
      ]);
      expect(collected.status).toBe('fulfilled');
      const isThere = (await registry.storage.read(`mfe-home/${version}/release.json`)) !== undefined;
      expect({ round, isLive: (await readLive())['mfe-home'] === version, isThere }).toEqual({
        round,
        isLive: shown.status === 'fulfilled',
        isThere: shown.status === 'fulfilled',
      });
    }
  }, 60_000);

  test('allows a removed release to be published and shown again', async () => {
    await publish({ version: '1' });
    await collectGarbage(registry, daysLater(30));
    await publish({ version: '1' }, daysLater(31));
    await expect(promote(registry, { 'mfe-home': '1' }, context)).resolves.toMatchObject({ changed: true });
  });
});

test('differences between two releases are listed one per line', async () => {
  const one = await publish({ ...auth, version: '1' });
  const two = await publish({
    ...auth,
    version: '2',
    routes: [{ id: 'orders', path: 'orders' }],
    slices: ['orders', 'returns'],
    requires: { react: '^19.4.0' },
    text: 'a longer text than before',
  });
  expect(diffReleases(one, two)).toEqual(
    expect.arrayContaining([
      '- route /orders/:number',
      '+ slice returns',
      '+ needs react ^19.4.0',
      '- needs react ^19.3.1',
      expect.stringMatching(/^~ file web\/remote\.js 0\.0 KB -> 0\.0 KB$/),
      expect.stringMatching(/^~ first page/),
    ]),
  );
  expect(diffReleases(one, one)).toEqual([]);
});

test('no change is lost when two processes make a hundred at once', async () => {
  const remotes = Array.from({ length: 20 }, (_, n) => `mfe-team-${n}` as const);
  await Promise.all(remotes.map((remote, n) => publish({ remote, version: '1', mounts: [`/team-${n}`] })));
  const other = openTestRegistry(workspace);
  await Promise.all(remotes.map((remote, n) => promote(n % 2 === 0 ? registry : other, { [remote]: '1' }, context)));
  await Promise.all(
    Array.from({ length: 80 }, (_, n) =>
      (n % 2 === 0 ? registry : other).change((file) => ({ ...file, gone: [...file.gone, String(n)] })),
    ),
  );
  const { live: shown, gone } = await registry.readComposition();
  expect(Object.keys(shown)).toHaveLength(20);
  expect(new Set(gone).size).toBe(80);
}, 60_000);
