import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '@shop/build/repositoryRoot';
import { RepositoryCopy } from '@shop/build/testing/RepositoryCopy';
import { checkRemote } from './checkRemote';

/** A repository with one small remote, checked with the real npm, tsc and jest. */
let root: string;
const write = (file: string, text: string): void => {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
};
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'checks-'));
  write('package.json', JSON.stringify({ name: 'root', private: true, workspaces: ['mfe-*'] }));
  write(
    'mfe-gifts/package.json',
    JSON.stringify({
      name: 'mfe-gifts',
      version: '1.0.0',
      scripts: { types: 'tsc --noEmit', test: 'jest --rootDir .' },
    }),
  );
  write(
    'mfe-gifts/tsconfig.json',
    JSON.stringify({ compilerOptions: { strict: true, types: [] }, files: ['gifts.ts'] }),
  );
  write('mfe-gifts/gifts.ts', 'export const wrap = (gift: string): string => gift.trim();\n');
  write('mfe-gifts/gifts.test.js', "test('gifts are wrapped', () => expect(process.env.NODE_ENV).toBe('test'));\n");
  fs.symlinkSync(path.join(repositoryRoot, 'node_modules'), path.join(root, 'node_modules'));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const check = async (): Promise<{ output: string[]; error: unknown }> => {
  const output: string[] = [];
  const error: unknown = await checkRemote('mfe-gifts', (line) => output.push(line), root).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { output: output.sort(), error };
};

test('a remote with correct types and passing tests passes, with the duration of each', async () => {
  expect(await check()).toEqual({
    output: [
      expect.stringMatching(/^ {2}mfe-gifts: tests passed in \d+\.\d s$/),
      expect.stringMatching(/^ {2}mfe-gifts: types passed in \d+\.\d s$/),
    ],
    error: undefined,
  });
}, 60_000);

test('a type error refuses it, with the output of the compiler', async () => {
  write('mfe-gifts/gifts.ts', 'export const wrap = (gift: string): string => gift.length;\n');
  const { output, error } = await check();
  expect(output).toEqual([expect.stringContaining('tests passed'), expect.stringContaining('types failed')]);
  expect(error).toMatchObject({
    code: 'refused',
    message: expect.stringMatching(/^mfe-gifts is not published: its types fail\.\n.*gifts\.ts.*TS2322/s),
  });
}, 60_000);

test('a failing test refuses it, with its output', async () => {
  write('mfe-gifts/gifts.test.js', "test('gifts are wrapped', () => expect('paper').toBe('ribbon'));\n");
  expect((await check()).error).toMatchObject({
    code: 'refused',
    message: expect.stringMatching(/its tests fail\..*gifts are wrapped.*ribbon/s),
  });
}, 60_000);

test('tests run with NODE_ENV=test and without the token, wherever it is published from', async () => {
  const before = process.env;
  process.env = { ...before, NODE_ENV: 'production', REGISTRY_TOKEN: 'secret', REGISTRY_URL: 'https://shop.example' };
  write(
    'mfe-gifts/gifts.test.js',
    "test('the environment', () => expect([process.env.NODE_ENV, process.env.REGISTRY_TOKEN, process.env.REGISTRY_URL]).toEqual(['test', undefined, undefined]));\n",
  );
  try {
    expect((await check()).error).toBeUndefined();
  } finally {
    process.env = before;
  }
}, 60_000);

test('missing tools are reported with instructions', async () => {
  fs.rmSync(path.join(root, 'node_modules'));
  const { output, error } = await check();
  expect(output).toEqual([]);
  expect(error).toMatchObject({
    message: expect.stringMatching(
      /^mfe-gifts cannot be checked here: typescript and jest are not installed\..*--skip-checks/,
    ),
  });
  expect(error).not.toHaveProperty('code');
});

describe('the command line, in a copy of the repository', () => {
  let copy: RepositoryCopy;
  beforeAll(() => {
    copy = new RepositoryCopy();
  });
  afterAll(() => copy.remove());

  let mode = 'test';
  const run = (...args: readonly string[]): Promise<{ code: number | null; output: string }> =>
    new Promise((resolve) => {
      const env = { ...process.env, NODE_ENV: mode, REGISTRY_DIR: copy.resolve('registry'), REGISTRY_URL: '' };
      const child = spawn(process.execPath, ['--import', 'tsx', 'federation/registry/cli.ts', ...args], {
        cwd: copy.directory,
        env,
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.on('close', (code) => resolve({ code, output }));
    });

  test('publish refuses a failing remote; with --skip-checks it is published, which is recorded', async () => {
    expect(await run('init')).toMatchObject({ code: 0 });
    expect(await run('new', 'mfe-gifts')).toMatchObject({ code: 0 });
    copy.edit('mfe-gifts/src/features/welcome/welcome.test.tsx', (text) => text.replace("'Gifts'", "'Presents'"));
    const refused = await run('publish', 'mfe-gifts');
    expect(refused).toMatchObject({
      code: 3,
      output: expect.stringMatching(
        /mfe-gifts: types passed in .*mfe-gifts is not published: its tests fail\..*Presents/s,
      ),
    });
    expect(refused.output).not.toContain('built');
    expect((await run('list')).output).toBe('');

    expect(await run('publish', 'mfe-gifts', '--skip-checks')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/is published.*, its checks were skipped\n.* is live/s),
    });
    expect((await run('list', 'mfe-gifts')).output).toMatch(/ {2}checks skipped$/m);
    expect((await run('history', 'mfe-gifts')).output).toMatch(/nothing -> 1\.0\.0-\w+ .*checks skipped/);
    // A build from elsewhere has no information about checks; the same release exists already.
    expect((await run('publish', 'mfe-gifts', '--built')).output).toMatch(/is live, as before/);
  }, 240_000);

  test('publish with direct storage access in production is promoted in steps and prints the plan; with --now immediately', async () => {
    mode = 'production';
    const steps =
      /mfe-gifts 1\.1\.0 is promoted in steps: 1 % of visits now, 10 % after 100 good visits or 10 min, all of them after 100 good visits or 10 min more$/m;
    expect((await run('publish', 'mfe-gifts', '--built', '--version', '1.1.0')).output).toMatch(steps);
    expect((await run('list', 'mfe-gifts')).output).toMatch(/^c mfe-gifts 1\.1\.0 .*promoted in steps, now for 1 %/m);
    expect((await run('history', 'mfe-gifts')).output).toMatch(
      /canary {2}mfe-gifts nothing -> 1\.1\.0 for 1 %.* by .*: step 1 of 3/,
    );
    expect((await run('publish', 'mfe-gifts', '--built', '--version', '1.1.0')).output).toContain(
      'is promoted in steps, as before: 1 % of visits now',
    );
    expect((await run('publish', 'mfe-gifts', '--built', '--version', '1.1.0', '--now')).output).toMatch(
      /mfe-gifts 1\.1\.0 is live$/m,
    );
    expect((await run('list', 'mfe-gifts')).output).toMatch(/^\* mfe-gifts 1\.1\.0/m);
  }, 240_000);
});
