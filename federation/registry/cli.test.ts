import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import {
  createDirectAccess,
  createStorageCaller,
  createToken,
  grantAudience,
  openRegistry,
  promote,
  publishRelease,
  type Registry,
  registryRoutes,
} from '.';
import { aHost, builtRemote } from './testing/builtRemote';
import { openTestRegistry } from './testing/openTestRegistry';
import { runCli, type CliResult } from './testing/runCli';

/** Tests the command line as a team's CI runs it: output and exit codes, with direct storage access and over HTTP. */
let workspace: string;
let registry: Registry;
let app: FastifyInstance;
let url: string;
let token: string;
let operator: string;
const noon = new Date();

type Run = (args: readonly string[], environment?: Readonly<Record<string, string>>) => Promise<CliResult>;
const buildEnvironment = (more: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  REGISTRY_DIR: workspace,
  REGISTRY_URL: '',
  REGISTRY_TOKEN: '',
  ...more,
});

const run: Run = (args, environment = {}) => runCli(args, buildEnvironment(environment));

const overHttp = () => ({ REGISTRY_URL: url, REGISTRY_TOKEN: token, REGISTRY_DIR: path.join(workspace, 'not-here') });

beforeAll(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'registry-'));
  registry = openTestRegistry(workspace);
  app = fastify();
  await app.register(async (scope) => registryRoutes(scope, { registry }), { prefix: '/federation/api' });
  url = `${await app.listen({ port: 0 })}/federation/api`;
  token = await createToken(registry, 'home-team', ['mfe-home'], noon);
  operator = await createToken(registry, 'operator', '*', noon);
  for (const version of ['1.0.0', '1.1.0'])
    await publishRelease(registry, builtRemote({ version, text: version }), 'home-team', noon);
  await publishRelease(
    registry,
    builtRemote({ version: '1.2.0', widgets: ['Hero'], slices: ['posts'] }),
    'home-team',
    noon,
  );
  await publishRelease(
    registry,
    builtRemote({ remote: 'mfe-auth', version: '1.0.0', mounts: ['/orders'], slices: ['posts'] }),
    'home-team',
    noon,
  );
  await promote(registry, { 'mfe-home': '1.0.0' }, { by: 'home-team', now: noon });
});
afterAll(async () => {
  await app.close();
  await fs.rm(workspace, { recursive: true, force: true });
});

describe.each<[string, () => Readonly<Record<string, string>>]>([
  ['beside the registry', () => ({})],
  ['over HTTP', overHttp],
])('%s', (_where, environment) => {
  test('promotes a release, shows a canary, rolls back, and lists what there is', async () => {
    expect(await run(['promote', 'mfe-home', '1.1.0'], environment())).toEqual({
      code: 0,
      output: 'mfe-home 1.1.0 is live\n',
    });
    expect((await run(['canary', 'mfe-home', '1.2.0', '--weight', '10'], environment())).output).toBe(
      'mfe-home 1.2.0 is a canary for 10 % of the visitors\n',
    );
    const { output } = await run(['list', 'mfe-home'], environment());
    expect(output).toMatch(/^c mfe-home 1\.2\.0 .* canary for 10 %$/m);
    expect(output).toMatch(/^\* mfe-home 1\.1\.0/m);
    expect(output).toMatch(/^ {2}mfe-home 1\.0\.0/m);
    expect((await run(['canary', 'mfe-home', '--end'], environment())).code).toBe(0);
    expect(await run(['rollback', 'mfe-home', '--reason', 'too loud'], environment())).toEqual({
      code: 0,
      output: 'mfe-home is back at 1.0.0\n',
    });
    expect((await run(['history', 'mfe-home'], environment())).output).toMatch(
      /rollback {2}mfe-home 1\.1\.0 -> 1\.0\.0 {2}by .*: too loud/,
    );
    expect((await run(['diff', 'mfe-home', '1.0.0', '1.2.0'], environment())).output).toMatch(/^ {2}\+ widget Hero$/m);
    expect((await run(['link', 'mfe-home', '1.1.0'], environment())).output).toMatch(
      /^http:\/\/(?:localhost|\[::1\]|127\.0\.0\.1):\d+\/\?remote\.mfe-home=1\.1\.0~[0-9a-f]{12}~\d+~[\w-]+$/m,
    );
    const { output: links } = await run(['links'], environment());
    const [, id = ''] = /^([0-9a-f]{12}) {2}mfe-home 1\.1\.0 {2}by \S.* {2}until /m.exec(links) ?? [];
    expect((await run(['links', '--revoke', id], environment())).output).toBe(`The link ${id} is revoked\n`);
    expect((await run(['links'], environment())).output).not.toContain(id);
  }, 60_000);

  test.each<[string, readonly string[], number, RegExp]>([
    ['a missing release', ['promote', 'mfe-home', '9.9.9'], 6, /There is no release mfe-home@9\.9\.9/],
    ['a missing version', ['promote', 'mfe-home'], 2, /Name a version/],
    ['an invalid remote', ['rollback', 'home'], 2, /Name a remote, such as .*mfe-home/],
    ['an invalid name of a new remote', ['new', 'gifts'], 2, /mfe- and small letters.* not "gifts"/],
    ['a remote without a folder', ['publish', 'mfe-nowhere'], 1, /There is no folder mfe-nowhere/],
    ['a package without a folder', ['build', 'nowhere'], 1, /"nowhere" cannot be built/],
    [
      'an invalid weight',
      ['canary', 'mfe-home', '1.1.0', '--weight', 'ten'],
      2,
      /--weight must be a number, not "ten"/,
    ],
    [
      'an invalid version',
      ['publish', 'mfe-home', '--built', '--version', 'latest'],
      2,
      /--version must be a semantic version such as 1\.4\.0, not "latest"/,
    ],
    ['an unknown command', ['promte'], 2, /unknown command 'promte'[\s\S]*Did you mean promote/],
    ['an unknown option', ['list', '--al'], 2, /unknown option '--al'/],
  ])(
    '%s exits with its code',
    async (_what, args, code, output) => {
      const answer = await run(args, environment());
      expect(answer.output).toMatch(output);
      expect(answer.code).toBe(code);
    },
    30_000,
  );
});

test('a release that would break the shop exits with 3 and every reason', async () => {
  const answer = await run(['promote', 'mfe-home@1.2.0', 'mfe-auth@1.0.0']);
  expect(answer).toMatchObject({ code: 3, output: expect.stringContaining('Its slice "posts" is mfe-auth\'s.') });
  expect((await registry.readComposition()).live).toEqual({ 'mfe-home': '1.0.0' });
}, 30_000);

test("another team's remote exits with 5, and so does a missing token", async () => {
  expect(await run(['promote', 'mfe-auth', '1.0.0'], overHttp())).toMatchObject({
    code: 5,
    output: expect.stringContaining('not for mfe-auth'),
  });
  expect(await run(['list'], { ...overHttp(), REGISTRY_TOKEN: 'home-team.wrong' })).toMatchObject({ code: 5 });
  expect(await run(['list'], { ...overHttp(), REGISTRY_TOKEN: '' })).toMatchObject({
    code: 5,
    output: expect.stringContaining('REGISTRY_TOKEN is not'),
  });
}, 30_000);

test('an unreachable registry is reported with its address, the reason and a hint', async () => {
  const closed = fastify();
  const address = await closed.listen({ port: 0, host: '127.0.0.1' });
  await closed.close();
  const answer = await run(['list'], { REGISTRY_URL: `${address}/federation/api`, REGISTRY_TOKEN: token });
  expect(answer).toEqual({
    code: 1,
    output: `Cannot reach the registry at ${address}: connection refused. Check that REGISTRY_URL is right and that the host is running.\n`,
  });
  expect(
    (await run(['list'], { REGISTRY_URL: 'https://registry.invalid/federation/api', REGISTRY_TOKEN: token })).output,
  ).toContain('https://registry.invalid: host name not found');
});

test('a link opens the first page of the remote, at the URL of the shop', async () => {
  const output = async (environment: Readonly<Record<string, string>>) =>
    (await run(['link', 'mfe-auth', '1.0.0'], environment)).output;
  expect(await output({ PUBLIC_URL: 'https://shop.example' })).toMatch(
    /^https:\/\/shop\.example\/orders\?remote\.mfe-auth=1\.0\.0~/,
  );
  expect(await output({ PUBLIC_URL: '', PORT: '' })).toMatch(/^http:\/\/localhost:3000\/orders\?/);
});

test('a link to a remote for staff opens the back office', async () => {
  await grantAudience(registry, 'mfe-desk', 'staff');
  const desk = builtRemote({ remote: 'mfe-desk', audience: 'staff', version: '1.0.0', mounts: ['/admin'] });
  await publishRelease(registry, desk, 'a team', noon);
  for (const [environment, start] of [
    [{ ADMIN_URL: 'https://admin.shop.example' }, 'https://admin.shop.example/admin?remote.mfe-desk='],
    [{ ADMIN_URL: '', PORT: '4500' }, 'http://admin.localhost:4500/admin?remote.mfe-desk='],
  ] as const)
    expect((await run(['link', 'mfe-desk', '1.0.0'], environment)).output).toContain(start);
});

test('over HTTP a link opens the shop that the registry names, which may have another origin', async () => {
  const server = fastify();
  await server.register(async (scope) => registryRoutes(scope, { registry, shopUrl: 'https://shop.example' }), {
    prefix: '/federation/api',
  });
  const environment = { ...overHttp(), REGISTRY_URL: `${await server.listen({ port: 0 })}/federation/api` };
  expect((await run(['link', 'mfe-home', '1.0.0'], environment)).output).toMatch(
    /^https:\/\/shop\.example\/\?remote\.mfe-home=1\.0\.0~/,
  );
  await server.close();
});

test('the origin of a release is in the list and in the history', async () => {
  const source = {
    commit: '0123456789abcdef',
    author: 'Ada Lovelace',
    url: 'https://ci.example/runs/7',
    reason: 'gift wrapping',
  };
  await publishRelease(
    registry,
    { ...builtRemote({ remote: 'mfe-gifts', version: '1.0.0', mounts: ['/gifts'] }), source },
    'gifts team',
    noon,
  );
  await run(['promote', 'mfe-gifts', '1.0.0', '--reason', 'before Christmas']);
  expect((await run(['list', 'mfe-gifts'])).output).toContain(
    '0123456789ab  Ada Lovelace  "gift wrapping"  https://ci.example/runs/7',
  );
  expect((await run(['history', 'mfe-gifts'])).output).toMatch(
    /nothing -> 1\.0\.0 {2}0123456789ab {2}Ada Lovelace .*: before Christmas/,
  );
  await publishRelease(
    registry,
    {
      ...builtRemote({ remote: 'mfe-gifts', version: '1.1.0', mounts: ['/gifts'] }),
      source: { commit: `${source.commit}+changes` },
    },
    'gifts team',
    noon,
  );
  expect((await run(['list', 'mfe-gifts'])).output).toContain('0123456789ab+changes');
});

describe.each<[string, () => Readonly<Record<string, string>>]>([
  ['beside the registry', () => ({})],
  ['over HTTP', () => ({ ...overHttp(), REGISTRY_TOKEN: operator })],
])('retiring a remote %s', (_where, environment) => {
  beforeEach(async () => {
    await publishRelease(
      registry,
      builtRemote({ remote: 'mfe-gifts', version: '2.0.0', mounts: ['/gifts'], text: 'two' }),
      'gifts team',
      noon,
    );
    await run(['promote', 'mfe-gifts', '2.0.0']);
  });

  test('says how to bring it back; history and list still show it', async () => {
    expect((await run(['list'], environment())).output).toContain(
      'mfe-gifts is live but has no folder. To take it out of the shop, run: npm run remote -- retire mfe-gifts\n',
    );
    expect(await run(['retire', 'mfe-gifts', '--reason', 'Christmas is over'], environment())).toEqual({
      code: 0,
      output: 'mfe-gifts is retired. To bring it back, run: npm run remote -- promote mfe-gifts 2.0.0\n',
    });
    expect((await registry.readComposition()).live).not.toHaveProperty('mfe-gifts');
    expect((await run(['history', 'mfe-gifts'], environment())).output).toMatch(
      /^\S+ {2}retire {2}mfe-gifts 2\.0\.0 -> nothing {2}by .*: Christmas is over$/m,
    );
    const { output } = await run(['list'], environment());
    expect(output).toMatch(/^ {2}mfe-gifts 2\.0\.0/m);
    expect(output).not.toContain('no folder');
    expect((await run(['promote', 'mfe-gifts', '2.0.0'], environment())).code).toBe(0);
  });

  test('exits with 3 and names every link to it, and with 6 if it is not live', async () => {
    await registry.announceHost('one', aHost({ uses: { routes: ['/gifts'], widgets: [] } }), noon);
    expect(await run(['retire', 'mfe-gifts'], environment())).toEqual({
      code: 3,
      output: 'mfe-gifts cannot be retired, because other parts of the shop use it:\n  - host h1 links to /gifts.\n',
    });
    await registry.removeHost('one');
    await run(['retire', 'mfe-gifts'], environment());
    expect(await run(['retire', 'mfe-gifts'], environment())).toEqual({
      code: 6,
      output: 'mfe-gifts has no live release\n',
    });
  });
});

test('tokens cannot be created over HTTP, and the message explains where', async () => {
  expect(await run(['token', 'add', 'gifts-team', 'mfe-gifts'], overHttp())).toMatchObject({
    code: 2,
    output: expect.stringContaining('with REGISTRY_URL unset'),
  });
});

test('tokens are created, listed and revoked with direct storage access; a token is shown once', async () => {
  const made = await run(['token', 'add', 'gifts-team', 'mfe-gifts']);
  expect(made.output).toMatch(/^gifts-team\.[\w-]{43}$/m);
  expect((await run(['token', 'list'])).output).toMatch(/^gifts-team {2}mfe-gifts {2}/m);
  await run(['token', 'revoke', 'gifts-team']);
  expect((await run(['token', 'list'])).output).not.toContain('gifts-team');
}, 30_000);

test('garbage is listed with --dry-run and removed without', async () => {
  expect((await run(['gc', '--days', '0', '--dry-run'])).output).toContain('would remove mfe-auth 1.0.0');
  expect(await registry.storage.read('mfe-auth/1.0.0/release.json')).toBeDefined();
  expect((await run(['gc', '--days', '0'])).output).toContain('removed mfe-auth 1.0.0');
  expect(await registry.storage.read('mfe-auth/1.0.0/release.json')).toBeUndefined();
  expect((await run(['list'])).output).toContain('* mfe-home 1.0.0');
}, 30_000);

test('only init makes a registry; other commands, and hosts that are asked to, refuse', async () => {
  const lost = path.join(workspace, 'lost');
  const refusal = {
    code: 6,
    output: `There is no registry in ${lost}. If it was there, bring it back; to make a new one: npm run remote -- init\n`,
  };
  for (const args of [['list'], ['promote', 'mfe-home', '1.0.0'], ['token', 'add', 'home-team', 'mfe-home']])
    expect(await run(args, { REGISTRY_DIR: lost })).toEqual(refusal);
  await fs.mkdir(lost); // the mount point of a disk that is away
  expect(await run(['promote', 'mfe-home', '1.0.0'], { REGISTRY_DIR: lost })).toEqual(refusal);
  const host = createDirectAccess(await openRegistry({ REGISTRY_DIR: lost }), createStorageCaller('ada'));
  await expect(host.promote({ set: { 'mfe-home': '1.0.0' }, reason: undefined })).rejects.toMatchObject({
    code: 'unknown',
  });
  expect(await fs.readdir(lost)).toEqual([]);
  expect(await run(['init'], { REGISTRY_DIR: lost, REGISTRY_URL: 'http://registry.invalid' })).toMatchObject({
    code: 2,
  });
  expect(await run(['init'], { REGISTRY_DIR: lost })).toEqual({ code: 0, output: `The registry is in ${lost}.\n` });
  expect(await run(['init'], { REGISTRY_DIR: lost })).toMatchObject({ code: 0 });
  expect((await run(['list'], { REGISTRY_DIR: lost })).code).toBe(0);
});
