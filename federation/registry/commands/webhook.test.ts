import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promote, publishRelease, type Registry } from '..';
import { builtRemote } from '../testing/builtRemote';
import { runCli } from '../testing/runCli';
import { startReceiver, type Receiver } from '../testing/startReceiver';
import { openTestRegistry } from '../testing/openTestRegistry';

let workspace: string;
let registry: Registry;
let receiver: Receiver;
beforeEach(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'registry-'));
  registry = openTestRegistry(workspace);
  receiver = await startReceiver();
  await registry.storage.create('registry.json', '{}');
});
afterEach(async () => {
  await receiver.stop();
  await fs.rm(workspace, { recursive: true, force: true });
});

const run = (...args: readonly string[]) =>
  runCli(args, {
    ...process.env,
    REGISTRY_DIR: workspace,
    REGISTRY_URL: '',
    REGISTRY_TOKEN: '',
    PUBLIC_URL: 'https://shop.example',
    USER: 'ada',
  });

test('with direct storage access a webhook is added, listed, tested, notified of commands, and removed', async () => {
  for (const version of ['1.0.0', '1.1.0'])
    await publishRelease(registry, builtRemote({ version, text: version }), 'home-team', new Date());
  await promote(registry, { 'mfe-home': '1.0.0' }, { by: 'home-team', now: new Date() });
  const { output } = await run('webhook', 'add', receiver.url, '--remotes', 'mfe-home');
  const [, id = '', secret = ''] = /^([0-9a-f]{8}) .*\n(whsec_\S+)\n/.exec(output) ?? [];
  expect((await run('webhook', 'test', id)).code).toBe(0);
  await run('promote', 'mfe-home', '1.1.0');
  await run('rollback', 'mfe-home', '--reason', 'too loud');
  expect(receiver.readEvents(secret).map(({ event, by, url }) => [event, by, url])).toEqual(
    ['test', 'live', 'rolled-back'].map((event) => [event, 'ada', 'https://shop.example/federation']),
  );
  const listed = (await run('webhook', 'list')).output;
  expect(listed).toBe(`${id}  ${new URL(receiver.url).origin}  mfe-home  by ada\n`);
  expect((await run('history', 'mfe-home')).output).toMatch(new RegExp(`too loud.*  webhook ${id} sent`));
  await run('webhook', 'remove', id);
  expect((await run('webhook', 'list')).output).toBe('You have no webhooks.\n');
});

test('a test that the receiver does not accept is an error', async () => {
  const id = (await run('webhook', 'add', receiver.url)).output.slice(0, 8);
  receiver.respondWith(404);
  expect(await run('webhook', 'test', id)).toEqual({
    code: 1,
    output: `The webhook ${id} did not accept the test: it responded with 404\n`,
  });
});

test.each<[string, readonly string[], RegExp]>([
  ['a missing URL', ['webhook', 'add'], /missing required argument 'url'[\s\S]*https:\/\//],
  ['a missing id', ['webhook', 'remove'], /missing required argument 'id'[\s\S]*see webhook list/],
  ['an invalid remote', ['webhook', 'add', 'https://ci.example', '--remotes', 'home'], /Name a remote/],
])('%s is a usage error', async (_what, args, message) => {
  expect(await run(...args)).toMatchObject({ code: 2, output: expect.stringMatching(message) });
});
