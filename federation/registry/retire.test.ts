import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { revertChange } from './promote';
import { collectGarbage, promote, publishRelease, type Registry, retire, rollback, startCanary } from './index';
import { aHost, builtRemote } from './testing/builtRemote';
import { openTestRegistry } from './testing/openTestRegistry';

let workspace: string;
let registry: Registry;
const noon = new Date('2026-01-01T12:00:00Z');
const context = { by: 'gifts team', now: noon };
const gifts = {
  remote: 'mfe-gifts',
  mounts: ['/gifts'],
  routes: [
    { id: 'gifts', path: 'gifts' },
    { id: 'gift', path: 'gifts/:slug' },
  ],
  slices: ['gifts'],
  widgets: ['GiftTeaser'],
} as const;

const publish = (built: Parameters<typeof builtRemote>[0] & { readonly version: string }) =>
  publishRelease(registry, builtRemote({ text: built.version, ...built }), 'a team', noon);
const readFile = () => registry.readComposition();

beforeEach(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'registry-'));
  registry = openTestRegistry(workspace);
  await publish({ version: '1' });
  for (const version of ['1', '2', '3']) await publish({ ...gifts, version });
  await promote(registry, { 'mfe-home': '1', 'mfe-gifts': '1' }, context);
  await promote(registry, { 'mfe-gifts': '2' }, context);
});
afterEach(() => fs.rm(workspace, { recursive: true, force: true }));

test('a retired remote has neither a live release nor a canary; the history says who did it and why', async () => {
  await startCanary(registry, 'mfe-gifts', '3', 10, context);
  await retire(registry, 'mfe-gifts', { ...context, reason: 'Christmas is over' });
  expect(await readFile()).toMatchObject({ live: { 'mfe-home': '1' }, canary: {} });
  expect((await readFile()).live).not.toHaveProperty('mfe-gifts');
  expect((await readFile()).history.at(-1)).toMatchObject({
    action: 'retire',
    by: 'gifts team',
    reason: 'Christmas is over',
    changes: [
      { remote: 'mfe-gifts', channel: 'live', from: '2', to: null },
      { remote: 'mfe-gifts', channel: 'canary', from: '3', to: null },
    ],
  });
});

test('a remote stays live while the host or another remote links to it or shows its widget, each of which is named', async () => {
  await registry.announceHost('one', aHost({ uses: { routes: ['/cart', '/gifts'], widgets: ['GiftTeaser'] } }), noon);
  await publish({ version: '2', uses: { routes: ['/gifts/:1', '/'], widgets: [] } });
  await publish({ version: '3', uses: { routes: ['/gifts'], widgets: ['GiftTeaser'] } });
  await promote(registry, { 'mfe-home': '2' }, context);
  await startCanary(registry, 'mfe-home', '3', 10, context);
  const tag = await registry.readCompositionTag();
  await expect(retire(registry, 'mfe-gifts', context)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringMatching(/^mfe-gifts cannot be retired, because other parts of the shop use it:/),
    reasons: [
      'host h1 links to /gifts.',
      'host h1 shows the widget GiftTeaser.',
      'mfe-home 2 links to /gifts/:1.',
      'mfe-home 3 links to /gifts.',
      'mfe-home 3 shows the widget GiftTeaser.',
    ],
  });
  expect(await registry.readCompositionTag()).toBe(tag);
});

test("a remote's links to its own pages do not keep it", async () => {
  await publish({ ...gifts, version: '4', uses: { routes: ['/gifts/:1'], widgets: ['GiftTeaser'] } });
  await promote(registry, { 'mfe-gifts': '4' }, context);
  await retire(registry, 'mfe-gifts', context);
  expect((await readFile()).live).toEqual({ 'mfe-home': '1' });
});

test('the mounts, slices and route ids of a retired remote are free for another remote', async () => {
  await publish({ ...gifts, remote: 'mfe-presents', version: '1' });
  await expect(promote(registry, { 'mfe-presents': '1' }, context)).rejects.toThrow("is mfe-gifts's");
  await retire(registry, 'mfe-gifts', context);
  await promote(registry, { 'mfe-presents': '1' }, context);
  expect((await readFile()).live).toEqual({ 'mfe-home': '1', 'mfe-presents': '1' });
});

test('a retired remote cannot be rolled back or have a canary, but promoting a release brings it back', async () => {
  await retire(registry, 'mfe-gifts', context);
  await expect(rollback(registry, 'mfe-gifts', undefined, context)).rejects.toMatchObject({ code: 'unknown' });
  await expect(rollback(registry, 'mfe-gifts', '1', context)).rejects.toMatchObject({ code: 'unknown' });
  await expect(startCanary(registry, 'mfe-gifts', '3', 10, context)).rejects.toThrow('has no live release');
  expect((await promote(registry, { 'mfe-gifts': '1' }, context)).changed).toBe(true);
  expect((await readFile()).live).toEqual({ 'mfe-home': '1', 'mfe-gifts': '1' });
});

test('a remote that has no live release cannot be retired', async () => {
  for (const remote of ['mfe-nothing', 'mfe-gifts'] as const) {
    if (remote === 'mfe-gifts') await retire(registry, remote, context);
    await expect(retire(registry, remote, context)).rejects.toMatchObject({
      code: 'unknown',
      message: `${remote} has no live release`,
    });
  }
});

test('the releases of a retired remote are removed only when they were not live for a week', async () => {
  await retire(registry, 'mfe-gifts', context);
  const daysLater = (days: number): Date => new Date(noon.getTime() + days * 86_400_000);
  const listVersions = async () => (await registry.listReleases('mfe-gifts')).map(({ version }) => version).sort();
  await collectGarbage(registry, daysLater(6));
  expect(await listVersions()).toEqual(['1', '2', '3']);
  await collectGarbage(registry, daysLater(8));
  expect(await listVersions()).toEqual([]);
});

describe('reverting the change', () => {
  const all = (): void => undefined;
  const retireAndFind = async (): Promise<string> => {
    await retire(registry, 'mfe-gifts', context);
    return (await readFile()).history.at(-1)?.id ?? '';
  };

  test('makes the release live again, with the reason', async () => {
    await revertChange(registry, await retireAndFind(), { ...context, by: 'ada' }, all);
    expect((await readFile()).live).toEqual({ 'mfe-home': '1', 'mfe-gifts': '2' });
    expect((await readFile()).history.at(-1)).toMatchObject({
      action: 'promote',
      by: 'ada',
      reason: expect.stringMatching(/^reverts the change of .* by gifts team$/),
    });
  });

  test('is refused if its mounts belong to another remote now', async () => {
    const id = await retireAndFind();
    await publish({ ...gifts, remote: 'mfe-presents', version: '1' });
    await promote(registry, { 'mfe-presents': '1' }, context);
    await expect(revertChange(registry, id, context, all)).rejects.toThrow("Its mount /gifts is mfe-presents's");
  });

  test('is a conflict if it is live again', async () => {
    const id = await retireAndFind();
    await promote(registry, { 'mfe-gifts': '3' }, context);
    await expect(revertChange(registry, id, context, all)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('requires rights on the remote', async () => {
    const refuse = (remotes: readonly string[]): void => {
      throw new Error(`not for ${remotes.join(', ')}`);
    };
    await expect(revertChange(registry, await retireAndFind(), context, refuse)).rejects.toThrow('not for mfe-gifts');
  });
});
