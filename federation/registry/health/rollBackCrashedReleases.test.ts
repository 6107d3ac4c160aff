import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { RemoteId } from '@shop/runtime/remotes';
import {
  CrashCounts,
  promote,
  publishRelease,
  rollback,
  rollBackCrashedReleases,
  startCanary,
  type Registry,
} from '../index';
import { builtRemote } from '../testing/builtRemote';
import { openTestRegistry } from '../testing/openTestRegistry';

const noon = new Date('2026-01-01T12:00:00Z');
const minutesAfter = (minutes: number): Date => new Date(noon.getTime() + minutes * 60_000);
const context = (now = noon) => ({ by: 'a team', now });

let folder: string;
let registry: Registry;
let crashes: CrashCounts;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'crashed-'));
  registry = openTestRegistry(folder);
  crashes = new CrashCounts();
  for (const remote of ['mfe-home', 'mfe-auth'] satisfies RemoteId[]) {
    const mounts = [remote === 'mfe-home' ? '/' : '/account'];
    for (const version of ['1', '2'])
      await publishRelease(registry, builtRemote({ remote, mounts, version, text: version }), 'a team', noon);
  }
  await promote(registry, { 'mfe-home': '1', 'mfe-auth': '1' }, context());
});
afterEach(() => fs.rm(folder, { recursive: true, force: true }));

const crash = (release: string, times: number, now = minutesAfter(1)): void => {
  for (let n = 0; n < times; n += 1) crashes.record(release, 'The renderer ran out of memory', now);
};
const REASON = 'it crashed its renderer 3 times within an hour: The renderer ran out of memory';

test('a live release that crashed three times is rolled back, with the reason in its history', async () => {
  await promote(registry, { 'mfe-home': '2' }, context());
  crash('mfe-home@2', 2);
  expect(await rollBackCrashedReleases(registry, crashes, minutesAfter(1))).toEqual([]);
  crash('mfe-home@2', 1);
  expect(await rollBackCrashedReleases(registry, crashes, minutesAfter(1))).toEqual([
    { remote: 'mfe-home', version: '2', reason: REASON, to: '1' },
  ]);
  const { live, history } = await registry.readComposition();
  expect(live).toEqual({ 'mfe-home': '1', 'mfe-auth': '1' });
  expect(history.at(-1)).toMatchObject({ action: 'rollback', by: 'health', reason: REASON });
  expect(await rollBackCrashedReleases(registry, crashes, minutesAfter(2))).toEqual([]);
});

test('a canary that crashed three times is ended', async () => {
  await startCanary(registry, 'mfe-home', '2', 5, context());
  crash('mfe-home@2', 3);
  expect(await rollBackCrashedReleases(registry, crashes, minutesAfter(1))).toMatchObject([{ version: '2', to: '1' }]);
  expect((await registry.readComposition()).canary).toEqual({});
});

test.each<[string, () => Promise<unknown> | void]>([
  ['within more than an hour', () => crash('mfe-home@2', 2, minutesAfter(-60))],
  ['that a rollback has restored', () => rollback(registry, 'mfe-home', '2', context())],
  ['while another remote crashes, too: the machine is the likelier cause', () => crash('mfe-auth@1', 3)],
])('a release that crashed three times stays %s', async (_what, prepare) => {
  await promote(registry, { 'mfe-home': '2' }, context());
  await promote(registry, { 'mfe-home': '1' }, context());
  await promote(registry, { 'mfe-home': '2' }, context());
  if (_what.startsWith('that')) await promote(registry, { 'mfe-home': '1' }, context());
  await prepare();
  crash('mfe-home@2', _what.startsWith('within') ? 1 : 3);
  expect(await rollBackCrashedReleases(registry, crashes, minutesAfter(1))).toEqual([]);
  expect((await registry.readComposition()).live['mfe-home']).toBe('2');
});

test('one that has no earlier release stays, with the refusal', async () => {
  crash('mfe-auth@1', 3);
  expect(await rollBackCrashedReleases(registry, crashes, minutesAfter(1))).toMatchObject([
    { remote: 'mfe-auth', version: '1', to: undefined, refusal: expect.any(String) as string },
  ]);
});
