import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { createToken, promote, publishRelease, registryRoutes, startCanary, type Registry } from '..';
import { builtRemote } from '../testing/builtRemote';
import { openTestRegistry } from '../testing/openTestRegistry';
import { runCli, type CliResult } from '../testing/runCli';

/** What `diff`, `history` and `canary` print, with direct storage access and over HTTP. */
let workspace: string;
let registry: Registry;
let app: FastifyInstance;
let overHttp: Readonly<Record<string, string>>;
const now = new Date();

beforeEach(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'registry-'));
  registry = openTestRegistry(workspace);
  app = fastify();
  await app.register(async (scope) => registryRoutes(scope, { registry }), { prefix: '/federation/api' });
  const token = await createToken(registry, 'home-team', ['mfe-home'], now);
  overHttp = { REGISTRY_URL: `${await app.listen({ port: 0 })}/federation/api`, REGISTRY_TOKEN: token };
  for (const version of ['1.0.0', '1.1.0'])
    await publishRelease(
      registry,
      { ...builtRemote({ version, text: version }), source: { reason: `purpose of ${version}` } },
      'home-team',
      new Date(now.getTime() + Number(version.replaceAll('.', ''))),
    );
  await promote(registry, { 'mfe-home': '1.0.0' }, { by: 'home-team', now });
});
afterEach(async () => {
  await app.close();
  await fs.rm(workspace, { recursive: true, force: true });
});

const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<CliResult> =>
  runCli(args, { ...process.env, REGISTRY_DIR: workspace, REGISTRY_URL: '', REGISTRY_TOKEN: '', ...environment });
const readHistory = async (): Promise<string> => (await run(['history', 'mfe-home'])).output;

describe('diff without versions', () => {
  test('compares the live release with the newest', async () => {
    expect((await run(['diff', 'mfe-home'])).output).toMatch(/^mfe-home 1\.0\.0 -> 1\.1\.0$/m);
  });

  test('right after the newest was promoted, compares it with the release before', async () => {
    await run(['promote', 'mfe-home', '1.1.0']);
    const { code, output } = await run(['diff', 'mfe-home']);
    expect(output).toMatch(/^mfe-home 1\.0\.0 -> 1\.1\.0\n[\s\S]*~ file web\/remote\.js/);
    expect(code).toBe(0);
  });

  test('of the only release says that there is none before', async () => {
    await publishRelease(
      registry,
      builtRemote({ remote: 'mfe-gifts', version: '1.0.0', mounts: ['/gifts'] }),
      'x',
      now,
    );
    await run(['promote', 'mfe-gifts', '1.0.0']);
    expect(await run(['diff', 'mfe-gifts'])).toEqual({
      code: 6,
      output: 'mfe-gifts 1.0.0 is live, and no other release was live before: name two versions to compare\n',
    });
  });

  test('of a release that does not exist exits with 6', async () => {
    expect(await run(['diff', 'mfe-home', '9.9.9'])).toEqual({
      code: 6,
      output: 'There is no release mfe-home@9.9.9\n',
    });
  });
});

describe('the history line of a rollback', () => {
  beforeEach(() => run(['promote', 'mfe-home', '1.1.0', '--reason', 'gifts']));

  test('has its own reason, not that of the release that it goes back to', async () => {
    await run(['rollback', 'mfe-home', '--reason', 'too loud']);
    const [line] = (await readHistory()).split('\n');
    expect(line).toMatch(/rollback {2}mfe-home 1\.1\.0 -> 1\.0\.0 {2}by .*: too loud/);
    expect(line).not.toContain('purpose of 1.0.0');
  });

  test('without a reason has none', async () => {
    await run(['rollback', 'mfe-home']);
    const [line] = (await readHistory()).split('\n');
    expect(line).toMatch(/rollback {2}mfe-home 1\.1\.0 -> 1\.0\.0 {2}by [\w ]+ {2}\d+ pages/);
  });

  test('that was made by reverting a change says which', async () => {
    const { history } = await registry.readComposition();
    const entry = history.at(-1);
    await app.inject({
      method: 'POST',
      url: '/federation/api/revert',
      headers: { authorization: `Bearer ${overHttp['REGISTRY_TOKEN']}` },
      payload: { id: entry?.id },
    });
    expect((await readHistory()).split('\n')[0]).toMatch(
      /rollback {2}mfe-home 1\.1\.0 -> 1\.0\.0 {2}by home-team: reverts the change of \S+ by .+/,
    );
  });
});

describe.each<[string, () => Readonly<Record<string, string>>]>([
  ['beside the registry', () => ({})],
  ['over HTTP', () => overHttp],
])('%s', (_where, environment) => {
  test('a canary and its end have the reason that was given', async () => {
    await run(['canary', 'mfe-home', '1.1.0', '--weight', '10', '--reason', 'a first look'], environment());
    expect(await readHistory()).toMatch(/canary {2}mfe-home nothing -> 1\.1\.0 for 10 % .*: a first look {2}/m);
    expect(await run(['canary', 'mfe-home', '--end', '--reason', 'seen enough'], environment())).toMatchObject({
      code: 0,
    });
    expect(await readHistory()).toMatch(/end-canary {2}mfe-home 1\.1\.0 -> nothing {2}by .*: seen enough$/m);
    await startCanary(registry, 'mfe-home', '1.1.0', 5, { by: 'home-team', now });
    expect(await run(['canary', 'mfe-home', '--end'], environment())).toMatchObject({ code: 0 });
  });
});
