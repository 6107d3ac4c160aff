import { createToken, createHttpAccess, promote, publishRelease } from '..';
import { builtRemote } from '../testing/builtRemote';
import { runCli } from '../testing/runCli';
import { startRegistry, type StartedRegistry } from '../testing/startRegistry';
import { makeLive } from './makeLive';

let started: StartedRegistry;
let operator: string;
let home: string;
const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

beforeEach(async () => {
  started = await startRegistry();
  const { registry } = started;
  operator = await createToken(registry, 'ops', '*', new Date());
  home = await createToken(registry, 'home-team', ['mfe-home'], new Date());
  for (const version of ['1.0.0', '1.1.0'])
    await publishRelease(registry, builtRemote({ version, text: version }), 'home-team', new Date());
  await promote(registry, { 'mfe-home': '1.0.0' }, { by: 'home-team', now: new Date() });
});
afterEach(() => started.stop());

const readLive = async () => (await started.registry.readComposition()).live['mfe-home'];

test.each<[string, () => NodeJS.ProcessEnv]>([
  ['beside the storage', () => started.beside('ada')],
  ['over HTTP', () => started.overHttp(operator)],
])('%s a freeze is added, listed, enforced, bypassed, and ended', async (_where, environment) => {
  const run = (...args: readonly string[]) => runCli(args, environment());
  const to = hoursFromNow(2);
  const set = await run('freeze', '--to', to, '--reason', 'stock is counted');
  expect(set).toMatchObject({ code: 0, output: expect.stringMatching(/all remotes {2}by \w+: stock is counted\n$/) });
  const id = set.output.split(' ')[0] ?? '';
  await run('freeze', 'mfe-auth', '--from', hoursFromNow(24), '--to', hoursFromNow(48), '--reason', 'later');
  const { output } = await run('freeze', '--list');
  expect(output).toMatch(new RegExp(`^\\* ${id} .*stock is counted$`, 'm'));
  expect(output).toMatch(/^ {2}\w+ {2}.* {2}mfe-auth {2}by \w+: later$/m);

  expect(await run('promote', 'mfe-home', '1.1.0')).toMatchObject({
    code: 3,
    output: expect.stringContaining(`frozen until ${to} by`),
  });
  expect(await readLive()).toBe('1.0.0');
  expect(await run('promote', 'mfe-home', '1.1.0', '--during-freeze', 'prices are wrong')).toMatchObject({ code: 0 });
  expect((await run('history', 'mfe-home')).output).toMatch(
    /promote .*during the freeze of \w+ \(stock is counted\): prices are wrong/,
  );
  expect(await run('rollback', 'mfe-home')).toMatchObject({ code: 0 });

  expect(await run('freeze', '--end', id)).toEqual({ code: 0, output: `The freeze ${id} has ended\n` });
  expect(await run('promote', 'mfe-home', '1.1.0')).toMatchObject({ code: 0 });
});

test('an invalid freeze is explained, and a team can freeze its own remotes only', async () => {
  const asTeam = (...args: readonly string[]) => runCli(args, started.overHttp(home));
  expect(await asTeam('freeze', '--to', 'Friday', '--reason', 'x', 'mfe-home')).toEqual({
    code: 2,
    output: '"to" must be a time with a time zone, such as 2026-12-24T18:00Z or 2026-12-24T18:00+01:00, not "Friday"\n',
  });
  expect(await asTeam('freeze', '--to', hoursFromNow(1), 'mfe-home')).toMatchObject({
    code: 2,
    output: expect.stringContaining('Give a reason'),
  });
  expect(await asTeam('freeze', '--to', hoursFromNow(1), '--reason', 'x')).toMatchObject({
    code: 5,
    output: expect.stringContaining('Only operators may freeze all remotes'),
  });
  expect(await asTeam('freeze', '--to', hoursFromNow(1), '--reason', 'x', 'mfe-auth')).toMatchObject({
    code: 5,
    output: expect.stringContaining('not for mfe-auth'),
  });
  expect(await asTeam('freeze', '--to', hoursFromNow(1), '--reason', 'x', 'mfe-home')).toMatchObject({ code: 0 });
  expect(await asTeam('promote', 'mfe-home', '1.1.0', '--during-freeze', 'in a hurry')).toMatchObject({
    code: 5,
    output: expect.stringContaining("is not an operator's"),
  });
  expect(await readLive()).toBe('1.0.0');
});

describe('a release published during a freeze', () => {
  const access = () => createHttpAccess(started.url, home);
  const publish = async (options: Omit<Parameters<typeof makeLive>[2], 'promote'>): Promise<string> => {
    const output: string[] = [];
    await makeLive(
      { access: access(), print: (line) => output.push(line) },
      { 'mfe-home': '1.1.0' },
      { promote: true, ...options },
    );
    return output.join('\n');
  };
  beforeEach(async () => {
    await access().freeze({ to: hoursFromNow(2), remotes: ['mfe-home'], reason: 'Christmas' });
  });

  test.each([
    ['live', {}, 'promote mfe-home@1.1.0'],
    ['live at once', { now: true }, 'promote mfe-home@1.1.0'],
    ['a canary', { canaryWeight: 10 }, 'canary mfe-home 1.1.0 --weight 10'],
  ])('to be %s stays published, with the reason and the command for later', async (_what, options, later) => {
    const output = await publish(options);
    expect(output).toMatch(/frozen until .* by home-team: Christmas/);
    expect(output).toContain(`It is published, but not live. After the freeze, run: npm run remote -- ${later}`);
    expect(await started.registry.readComposition()).toMatchObject({ live: { 'mfe-home': '1.0.0' }, canary: {} });
  });
});
