import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  endCanary,
  promote,
  publishRelease,
  type Registry,
  type ReleaseUpload,
  retire,
  rollback,
  startCanary,
  resolveVersion,
} from '..';
import { readLocalRefusals } from '../localRefusals';
import { builtRemote } from '../testing/builtRemote';
import { releaseLocal, START_COMMAND } from './releaseLocal';
import { openTestRegistry } from '../testing/openTestRegistry';

let workspace: string;
let registry: Registry;
const noon = new Date('2026-01-01T12:00:00Z');
const ada = { by: 'ada', now: noon };

beforeEach(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'registry-'));
  registry = openTestRegistry(workspace);
});
afterEach(() => fs.rm(workspace, { recursive: true, force: true }));

const homeUpload = (text: string) => builtRemote({ text });
const authUpload = (text: string) => builtRemote({ remote: 'mfe-auth', mounts: ['/orders'], text });
const readLive = async (): Promise<Record<string, string>> => (await registry.readComposition()).live;
/** Starts the shop with these builds. Returns the output. */
const runReleaseLocal = (...uploads: readonly ReleaseUpload[]): Promise<string[]> => release(uploads, false);
const release = async (uploads: readonly ReleaseUpload[], isStrict: boolean): Promise<string[]> => {
  const output: string[] = [];
  await releaseLocal(registry, {
    uploads,
    open: async (upload) => upload,
    print: (line) => output.push(line.trim().replace(/ {2}\d+ pages rendered.*/, '')),
    isStrict,
  });
  return output;
};
const [first, second, third] = [homeUpload('one'), homeUpload('two'), homeUpload('three')];
const [one, two, three] = [first, second, third].map(resolveVersion) as [string, string, string];

test('in a new registry everything is published and promoted, as one change of the start command', async () => {
  const output = await runReleaseLocal(first, authUpload('one'));
  expect(await readLive()).toEqual({ 'mfe-home': one, 'mfe-auth': resolveVersion(authUpload('one')) });
  expect((await registry.readComposition()).history).toEqual([
    expect.objectContaining({ by: START_COMMAND, action: 'promote' }),
  ]);
  expect(output).toContain(`mfe-home ${one} is live`);
});

test('existing releases are not published again, and nothing changes', async () => {
  await runReleaseLocal(first, authUpload('one'));
  const before = await Promise.all([registry.readCompositionTag(), registry.storage.list('audit/')]);
  expect(await runReleaseLocal(first, authUpload('one'))).toEqual(['The local builds are live']);
  expect(await Promise.all([registry.readCompositionTag(), registry.storage.list('audit/')])).toEqual(before);
});

test('a changed remote is promoted, and no other remote is published or changed', async () => {
  await runReleaseLocal(first, authUpload('one'));
  expect(await runReleaseLocal(second, authUpload('one'))).toEqual([
    `mfe-home ${two} is published`,
    `mfe-home ${two} is live`,
  ]);
  expect((await registry.readComposition()).history.at(-1)?.changes).toEqual([
    expect.objectContaining({ remote: 'mfe-home', from: one, to: two }),
  ]);
});

test('a rollback stays, with author, reason and next command in one line; other remotes are promoted', async () => {
  await runReleaseLocal(first, authUpload('one'));
  await runReleaseLocal(second, authUpload('one'));
  await rollback(registry, 'mfe-home', undefined, { ...ada, reason: 'the cart was empty' });
  expect(await runReleaseLocal(second, authUpload('two'))).toEqual([
    `mfe-auth ${resolveVersion(authUpload('two'))} is published`,
    `mfe-auth ${resolveVersion(authUpload('two'))} is live`,
    `mfe-home stays at ${one} (rolled back by ada: the cart was empty). To show the local build, run: npm run remote -- promote mfe-home ${two}`,
  ]);
  expect(await runReleaseLocal(third, authUpload('two'))).toEqual([
    `mfe-home ${three} is published`,
    expect.stringContaining(`promote mfe-home ${three}`),
  ]);
  expect((await readLive())['mfe-home']).toBe(one);
});

test('a release that somebody promoted stays, even if the start command had changed the remote before', async () => {
  await runReleaseLocal(first);
  await publishRelease(registry, second, 'ada', noon);
  await promote(registry, { 'mfe-home': two }, ada);
  expect(await runReleaseLocal(third)).toEqual([
    `mfe-home ${three} is published`,
    expect.stringContaining(`mfe-home stays at ${two} (promoted by ada)`),
  ]);
  expect((await readLive())['mfe-home']).toBe(two);
});

test('a remote that somebody released first is not changed by the first start', async () => {
  await publishRelease(registry, first, 'ada', noon);
  await promote(registry, { 'mfe-home': one }, ada);
  expect(await runReleaseLocal(second)).toContainEqual(
    expect.stringContaining(`mfe-home stays at ${one} (promoted by ada)`),
  );
  expect(await readLive()).toEqual({ 'mfe-home': one });
});

test('a remote with a canary stays until the canary ends', async () => {
  await runReleaseLocal(first);
  await publishRelease(registry, second, 'ada', noon);
  await startCanary(registry, 'mfe-home', two, 10, ada);
  expect(await runReleaseLocal(second)).toEqual([
    expect.stringContaining(`mfe-home stays at ${one} (with a canary by ada)`),
  ]);
  expect((await registry.readComposition()).canary).toMatchObject({ 'mfe-home': { version: two, weight: 10 } });
  await endCanary(registry, 'mfe-home', undefined, ada);
  expect(await runReleaseLocal(second)).toEqual([`mfe-home ${two} is live`]);
});

test('a retired remote stays retired while its folder is there', async () => {
  await runReleaseLocal(first, authUpload('one'));
  await retire(registry, 'mfe-auth', ada);
  expect(await runReleaseLocal(first, authUpload('one'))).toEqual([
    `mfe-auth is not live (retired by ada). To show the local build, run: npm run remote -- promote mfe-auth ${resolveVersion(authUpload('one'))}`,
  ]);
  expect(await readLive()).toEqual({ 'mfe-home': one });
});

test('a live remote whose folder was deleted is named with the command that retires it', async () => {
  await runReleaseLocal(first, authUpload('one'));
  expect(await runReleaseLocal(first)).toEqual([
    'mfe-auth is live but has no folder. To take it out of the shop, run: npm run remote -- retire mfe-auth',
    'The local builds are live',
  ]);
  expect(await readLive()).toHaveProperty('mfe-auth');
});

test('a manual change during publishing is not undone', async () => {
  await runReleaseLocal(first);
  await publishRelease(registry, second, 'ada', noon);
  const change = registry.change.bind(registry);
  jest
    .spyOn(registry, 'change')
    .mockImplementationOnce(change)
    .mockImplementationOnce(async (update) => {
      await promote(openTestRegistry(workspace), { 'mfe-home': two }, ada);
      return change(update);
    });
  expect(await runReleaseLocal(third)).toContainEqual(
    expect.stringContaining(`mfe-home stays at ${two} (promoted by ada)`),
  );
  expect((await readLive())['mfe-home']).toBe(two);
});

const homeAlsoAt = (mount: string) => builtRemote({ remote: 'mfe-auth', mounts: ['/orders', mount], text: 'two' });

test('in production, a release that cannot be promoted is refused, and nothing changes', async () => {
  await runReleaseLocal(first, authUpload('one'));
  await expect(release([second, homeAlsoAt('/')], true)).rejects.toMatchObject({ code: 'refused' });
  expect(await readLive()).toEqual({ 'mfe-home': one, 'mfe-auth': resolveVersion(authUpload('one')) });
});

test('in production, a build that does not run is refused', async () => {
  await expect(release([first, brokenAuth], true)).rejects.toMatchObject({ code: 'refused' });
});

const brokenAuth = builtRemote({ remote: 'mfe-auth', mounts: ['/orders'], nodeCode: 'throw new Error("no orders")' });
const NO_ORDERS = 'Its node build does not run: Error: no orders';

test('on a developer machine, a build that does not run is named with its error, and the others are promoted', async () => {
  const version = resolveVersion(brokenAuth);
  expect(await runReleaseLocal(first, brokenAuth)).toEqual([
    `mfe-home ${one} is published`,
    `mfe-auth ${version} is refused:`,
    `- ${NO_ORDERS}`,
    `mfe-home ${one} is live`,
  ]);
  expect(await readLive()).toEqual({ 'mfe-home': one });
  expect(await readLocalRefusals(registry)).toEqual({ 'mfe-auth': [NO_ORDERS] });
});

test('on a developer machine, a release that cannot be promoted keeps its earlier one, and the others are promoted', async () => {
  await runReleaseLocal(first, authUpload('one'));
  const before = resolveVersion(authUpload('one'));
  expect((await runReleaseLocal(second, homeAlsoAt('/'))).at(-1)).toBe(
    `mfe-auth stays at ${before}, until its build is accepted`,
  );
  expect(await readLive()).toEqual({ 'mfe-home': two, 'mfe-auth': before });
  expect(await readLocalRefusals(registry)).toEqual({ 'mfe-auth': ["Its mount / is mfe-home's (/)."] });
  await runReleaseLocal(second, authUpload('three'));
  expect(await readLocalRefusals(registry)).toEqual({});
});

test('if no remote can be served, the start ends with that reason', async () => {
  await expect(runReleaseLocal(brokenAuth)).rejects.toThrow('No remote is live, so there is nothing to serve.');
});
