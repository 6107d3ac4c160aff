import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { collectGarbage, promote, publishRelease, type Registry, type Release } from '@shop/registry';
import { builtRemote } from '@shop/registry/testing/builtRemote';
import type { RemoteId } from '@shop/runtime/remotes';
import { ContentAddresses } from './ContentAddresses';
import { LocalReleases } from './LocalReleases';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';

let workspace: string;
let registry: Registry;
let addresses: ContentAddresses;
const longAgo = new Date('2026-01-01T12:00:00Z');
const now = new Date('2026-03-01T12:00:00Z');

beforeEach(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'addresses-'));
  registry = openTestRegistry(path.join(workspace, 'registry'));
  addresses = new ContentAddresses(registry, new LocalReleases(registry, path.join(workspace, 'cache')));
});
afterEach(() => fs.rm(workspace, { recursive: true, force: true }));

const find = (remote: RemoteId, file: string) => addresses.findDirectory(remote, file, 'shoppers');
const publish = (version: string, text = version, at = now): Promise<Release> =>
  publishRelease(registry, builtRemote({ version, text }), 'home team', at);
const webFolder = (version: string): string => path.join(workspace, 'registry/mfe-home', version, 'web');
const firstStyle = ({ web }: Release): string => web.styles[0] ?? '';
const firstScript = ({ web }: Release): string => web.scripts[0] ?? '';

test('finds a file in any release that has it, including later ones', async () => {
  const one = await publish('1.0.0');
  expect(await find('mfe-home', firstScript(one))).toBe(webFolder('1.0.0'));
  const two = await publish('2.0.0');
  expect(firstStyle(two)).toBe(firstStyle(one));
  expect(await find('mfe-home', firstScript(two))).toBe(webFolder('2.0.0'));
});

test('files of a collected release are gone unless another release shares them', async () => {
  const one = await publish('1.0.0', 'one', longAgo);
  await publish('2.0.0');
  await promote(registry, { 'mfe-home': '2.0.0' }, { by: 'home team', now });
  expect(await find('mfe-home', firstScript(one))).toBe(webFolder('1.0.0'));
  expect(await collectGarbage(registry, now)).toEqual([{ remote: 'mfe-home', version: '1.0.0' }]);
  expect(await find('mfe-home', firstScript(one))).toBeUndefined();
  expect(await find('mfe-home', firstStyle(one))).toBe(webFolder('2.0.0'));
});

test('does not serve a modified file, but an intact copy of another release', async () => {
  const one = await publish('1.0.0');
  const two = await publish('2.0.0');
  const shown = (await find('mfe-home', firstStyle(one))) ?? '';
  await fs.writeFile(path.join(shown, firstStyle(one)), 'altered');
  expect(await find('mfe-home', firstStyle(one))).toBe(
    shown === webFolder('1.0.0') ? webFolder('2.0.0') : webFolder('1.0.0'),
  );
  await fs.writeFile(path.join(webFolder('2.0.0'), firstScript(two)), 'altered');
  expect(await find('mfe-home', firstScript(two))).toBeUndefined();
});

test.each([
  ['the build manifest', 'mf-manifest.json'],
  ['a file of the node build', 'node.1.js'],
  ['a file that no release has', 'remote.AAAAAAAAAAAAAAAA.js'],
])('does not find %s', async (_what, file) => {
  await publish('1.0.0');
  expect(await find('mfe-home', file)).toBeUndefined();
});

test('a thousand requests for unknown files and remotes cause few registry reads', async () => {
  const one = await publish('1.0.0');
  await find('mfe-home', firstScript(one));
  const reads = [jest.spyOn(registry, 'listReleases'), jest.spyOn(registry, 'listRemotes')];
  await Promise.all(
    Array.from({ length: 1_000 }, (_, n) => find(n % 2 === 0 ? 'mfe-home' : `mfe-team-${n}`, `remote.${n}.js`)),
  );
  expect(reads.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  expect(await find('mfe-home', firstScript(one))).toBe(webFolder('1.0.0'));
  expect(reads.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
