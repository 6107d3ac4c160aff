import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createDirectAccess, createStorageCaller, publishRelease, toCaller, type Registry } from '..';
import { builtRemote } from '../testing/builtRemote';
import { openTestRegistry } from '../testing/openTestRegistry';

let folder: string;
let registry: Registry;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'links-'));
  registry = openTestRegistry(folder);
  await publishRelease(registry, builtRemote({ version: '1.0.0' }), 'home-team', new Date());
});
afterEach(() => fs.rm(folder, { recursive: true, force: true }));

const HOUR_MS = 3_600_000;
const NOT_THE_DATE = ['nextTick', 'setImmediate', 'queueMicrotask', 'setTimeout', 'performance', 'hrtime'] as const;
const LINK = { remote: 'mfe-home', version: '1.0.0' } as const;
const ada = () => createDirectAccess(registry, createStorageCaller('ada'));

test('a link is recorded with its author and release, and is valid for 24 hours', async () => {
  const before = Date.now();
  await ada().createLink(LINK);
  const [link, ...others] = await ada().listLinks();
  expect(others).toEqual([]);
  expect(link).toMatchObject({ ...LINK, by: 'ada' });
  const validMs = new Date(link?.until ?? 0).getTime() - before;
  expect(validMs).toBeGreaterThanOrEqual(24 * HOUR_MS);
  expect(validMs).toBeLessThan(24 * HOUR_MS + 60_000);
});

test('a link that is valid for longer has to be asked for, up to seven days', async () => {
  await ada().createLink({ ...LINK, hours: 168 });
  await expect(ada().createLink({ ...LINK, hours: 169 })).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('168 hours'),
  });
  expect(await ada().listLinks()).toHaveLength(1);
});

test('expired links are not listed, and the next change removes them', async () => {
  jest.useFakeTimers({ now: new Date(Date.now() - 25 * HOUR_MS), doNotFake: [...NOT_THE_DATE] });
  await ada().createLink(LINK);
  jest.useRealTimers();
  expect((await registry.readComposition()).links).toHaveLength(1);
  expect(await ada().listLinks()).toEqual([]);
  await ada().createLink(LINK);
  expect((await registry.readComposition()).links).toHaveLength(1);
});

test('a remote has at most fifty links, which keeps no other remote from having some', async () => {
  await publishRelease(
    registry,
    builtRemote({ remote: 'mfe-auth', version: '1', mounts: ['/orders'] }),
    'a',
    new Date(),
  );
  for (let n = 0; n < 50; n += 1) await ada().createLink(LINK);
  await expect(ada().createLink(LINK)).rejects.toMatchObject({ code: 'conflict' });
  await ada().createLink({ remote: 'mfe-auth', version: '1' });
  await ada().revokeLink({ id: (await ada().listLinks())[0]?.id ?? '' });
  await ada().createLink(LINK);
}, 30_000);

test("only an operator and the remote's team can revoke a link", async () => {
  await ada().createLink(LINK);
  const [{ id } = { id: '' }] = await ada().listLinks();
  const by = (remotes: readonly string[]) =>
    createDirectAccess(registry, toCaller({ name: 'team', remotes, isOperator: false, key: '' }));
  await expect(by(['mfe-auth']).revokeLink({ id })).rejects.toMatchObject({ code: 'forbidden' });
  expect(await ada().listLinks()).toHaveLength(1);
  await by(['mfe-home']).revokeLink({ id });
  expect(await ada().listLinks()).toEqual([]);
  await expect(by(['mfe-home']).revokeLink({ id })).rejects.toMatchObject({ code: 'unknown' });
});
