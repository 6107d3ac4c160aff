import { spawn } from 'node:child_process';
import path from 'node:path';
import { createToken, promote, publishRelease } from '.';
import { builtRemote } from './testing/builtRemote';
import { startRegistry, type StartedRegistry } from './testing/startRegistry';

let started: StartedRegistry;
let token: string;

beforeAll(async () => {
  started = await startRegistry();
  token = await createToken(started.registry, 'home-team', ['mfe-home'], new Date());
  await publishRelease(started.registry, builtRemote({ version: '1.0.0' }), 'home-team', new Date());
  await promote(started.registry, { 'mfe-home': '1.0.0' }, { by: 'home-team', now: new Date() });
});
afterAll(() => started.stop());

const runProcess = (
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--require', 'tsx/cjs', path.join(__dirname, 'cli.ts'), ...args], {
      cwd: path.resolve(__dirname, '../..'),
      env,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('close', (code) => resolve({ code, output }));
  });

test.each<[string, () => NodeJS.ProcessEnv]>([
  ['with direct storage access', () => started.beside('home-team')],
  ['over HTTP', () => started.overHttp(token)],
])('%s it prints what it did or why not, and exits with its code', async (_where, environment) => {
  expect(await runProcess(['promote', 'mfe-home', '1.0.0'], environment())).toEqual({
    code: 0,
    output: 'mfe-home 1.0.0 is live, as before\n',
  });
  expect(await runProcess(['promote', 'mfe-home', '9.9.9'], environment())).toEqual({
    code: 6,
    output: expect.stringMatching(/There is no release mfe-home@9\.9\.9/) as string,
  });
  expect(await runProcess(['list', '--al'], environment())).toEqual({
    code: 2,
    output: expect.stringMatching(/unknown option '--al'/) as string,
  });
});
