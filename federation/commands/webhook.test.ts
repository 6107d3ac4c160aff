import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { FileStorage, promote, publishRelease, Registry } from '../registry';
import { builtRemote } from '../testing/builtRemote';
import { runCli } from '../testing/runCli';
import { startReceiver, type Receiver } from '../testing/startReceiver';

let workspace: string;
let registry: Registry;
let receiver: Receiver;
beforeEach(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'registry-'));
  registry = new Registry(new FileStorage(workspace));
  receiver = await startReceiver();
  for (const version of ['1.0.0', '1.1.0'])
    await publishRelease(registry, builtRemote({ version, text: version }), 'home-team', new Date());
  await promote(registry, { 'mfe-home': '1.0.0' }, { by: 'home-team', now: new Date() });
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

test('beside the storage a webhook is added, shown, tested, told of what the command line does, and removed', async () => {
  const { output } = await run('webhook', 'add', receiver.url, '--remotes', 'mfe-home', '--events', 'live,rolled-back');
  const [, id = '', secret = ''] = /^([0-9a-f]{8}) .*\n(whsec_\S+)\n/.exec(output) ?? [];
  expect((await run('webhook', 'test', id)).code).toBe(0);
  await run('promote', 'mfe-home', '1.1.0');
  await run('rollback', 'mfe-home', '--reason', 'too loud');
  expect(receiver.readEvents(secret).map(({ event, by, url }) => [event, by, url])).toEqual(
    ['test', 'live', 'rolled-back'].map((event) => [event, 'ada', 'https://shop.example/federation']),
  );
  const listed = (await run('webhook', 'list')).output;
  expect(listed).toMatch(
    new RegExp(
      `^${id} {2}${new URL(receiver.url).origin} {2}mfe-home {2}live, rolled-back {2}by ada {2}0 waiting, last rolled-back of mfe-home delivered`,
    ),
  );
  expect(listed).not.toContain(secret);
  await run('webhook', 'remove', id);
  expect((await run('webhook', 'list')).output).toBe('There are no webhooks of yours.\n');
});

test('a receiver that is gone fails no command but the test, and what was to be told waits', async () => {
  const { output } = await run('webhook', 'add', receiver.url);
  const id = output.slice(0, 8);
  await receiver.stop();
  expect(await run('promote', 'mfe-home', '1.1.0')).toEqual({ code: 0, output: 'mfe-home 1.1.0 is live\n' });
  expect((await run('webhook', 'list')).output).toContain('1 waiting, last live of mfe-home retried');
  expect(await run('webhook', 'test', id)).toEqual({
    code: 1,
    output: `The webhook ${id} did not take the test: connection refused\n`,
  });
  receiver = await startReceiver();
});

test.each<[string, readonly string[], RegExp]>([
  [
    'an event that is none',
    ['webhook', 'add', 'https://ci.example', '--events', 'liev'],
    /--events are live, canary, rolled-back, refused, not "liev"/,
  ],
  ['no address', ['webhook', 'add'], /Name the address/],
  ['no id', ['webhook', 'remove'], /Name an id; "npm run remote -- webhook list" shows them/],
  ['a remote that is none', ['webhook', 'add', 'https://ci.example', '--remotes', 'home'], /Name a remote/],
])('%s is wrong usage', async (_what, args, message) => {
  expect(await run(...args)).toMatchObject({ code: 2, output: expect.stringMatching(message) });
});
