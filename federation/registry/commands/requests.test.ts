import { createToken, promote, publishRelease } from '..';
import { builtRemote } from '../testing/builtRemote';
import { runCli } from '../testing/runCli';
import { startRegistry, type StartedRegistry } from '../testing/startRegistry';

let started: StartedRegistry;
let tokens: Readonly<Record<'ada' | 'bob', string>>;

beforeEach(async () => {
  started = await startRegistry();
  const { registry } = started;
  tokens = {
    ada: await createToken(registry, 'ada', ['mfe-home'], new Date()),
    bob: await createToken(registry, 'bob', ['mfe-home'], new Date()),
  };
  for (const version of ['1.0.0', '1.1.0'])
    await publishRelease(
      registry,
      builtRemote({ version, text: version, needsSecondPerson: version === '1.1.0' }),
      'ada',
      new Date(),
    );
  await promote(registry, { 'mfe-home': '1.0.0' }, { by: 'ada', now: new Date() });
});
afterEach(() => started.stop());

const readLive = async () => (await started.registry.readComposition()).live['mfe-home'];
const overHttp = (who: 'ada' | 'bob') => started.overHttp(tokens[who]);
const beside = (who: 'ada' | 'bob') => started.beside(who);

test.each([
  ['over HTTP', overHttp],
  ['beside the storage', beside],
])('%s a release is requested, listed, declined, requested again and approved', async (_where, environment) => {
  const run = (who: 'ada' | 'bob', ...args: readonly string[]) => runCli(args, environment(who));
  const asked = await run('ada', 'promote', 'mfe-home', '1.1.0', '--reason', 'gift wrapping');
  const [, id = ''] =
    /^mfe-home 1\.1\.0 is not live: a second person has to approve it by \S+: npm run remote -- approve (\w{8})\n$/.exec(
      asked.output,
    ) ?? [];
  expect([asked.code, await readLive()]).toEqual([0, '1.0.0']);
  expect((await run('bob', 'requests')).output).toMatch(
    new RegExp(`^${id} {2}mfe-home 1\\.1\\.0 {2}requested by ada at .*: gift wrapping {2}until `),
  );
  expect(await run('ada', 'approve', id)).toMatchObject({
    code: 5,
    output: 'ada requested this; somebody else has to approve it\n',
  });
  expect(await run('bob', 'decline', id, '--reason', 'later')).toEqual({
    code: 0,
    output: `The request ${id} is declined\n`,
  });
  expect(await run('bob', 'approve', id)).toMatchObject({
    code: 4,
    output: expect.stringContaining('it was declined by bob'),
  });

  const canary = await run('ada', 'canary', 'mfe-home', '1.1.0', '--weight', '10');
  expect(await run('bob', 'approve', canary.output.trim().slice(-8))).toEqual({
    code: 0,
    output: 'mfe-home 1.1.0 as a canary for 10 % is shown\n',
  });
  const again = await run('ada', 'promote', 'mfe-home', '1.1.0');
  expect(await run('bob', 'approve', again.output.trim().slice(-8))).toEqual({
    code: 0,
    output: 'mfe-home 1.1.0 is live\n',
  });
  expect(await readLive()).toBe('1.1.0');
  expect((await run('ada', 'requests')).output).toBe('No request is waiting for a second person.\n');
});

test('with direct storage access an emergency needs no approval; a team over HTTP does', async () => {
  expect(
    await runCli(['promote', 'mfe-home', '1.1.0', '--without-second-person', 'the cart is empty'], overHttp('ada')),
  ).toMatchObject({ code: 5, output: expect.stringContaining("is not an operator's") });
  expect(await readLive()).toBe('1.0.0');
  expect(
    await runCli(['promote', 'mfe-home', '1.1.0', '--without-second-person', 'the cart is empty'], beside('ada')),
  ).toMatchObject({ code: 0 });
  expect((await runCli(['history'], beside('ada'))).output).toContain('without a second person: the cart is empty');
});
