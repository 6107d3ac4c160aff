import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { RepositoryCopy } from '@shop/build/testing/RepositoryCopy';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';
import { parse } from 'yaml';

const WORKFLOWS = path.resolve(__dirname, '../.github/workflows');
const REMOTE = 'mfe-gifts';

interface Step {
  readonly run?: string;
}
interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

/** Lists the commands of all workflows, each once. */
const listCommands = (): string[] => [
  ...new Set(
    fs
      .readdirSync(WORKFLOWS)
      .map((file) => parse(fs.readFileSync(path.join(WORKFLOWS, file), 'utf8')) as Workflow)
      .flatMap(({ jobs }) => Object.values(jobs).flatMap(({ steps }) => steps))
      .flatMap(({ run }) => run ?? []),
  ),
];

/** The commands of the two checks, which run this test. */
const CHECKS = ['npm test', 'node scripts/firstStart.mjs', 'sudo --preserve-env env "PATH=$PATH" npm run verify'];

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workflows-'));
const output = path.join(folder, 'github-output');
const registry = path.join(folder, 'registry');
let copy: RepositoryCopy;
const tested = new Set<string>();

/** Runs a step as a runner does. Returns what it printed and the outputs that it set. */
const runStep = (part: RegExp): { readonly printed: string; readonly outputs: string } => {
  const command = listCommands().find((each) => part.test(each)) ?? '';
  tested.add(command);
  fs.writeFileSync(output, '');
  return {
    printed: copy.runOrThrow('bash', '--norc', '-euo', 'pipefail', '-c', command),
    outputs: fs.readFileSync(output, 'utf8').trim(),
  };
};

beforeAll(() => {
  // The registry itself; how the command line reaches one over HTTP: federation/registry/cli.system.test.ts.
  copy = new RepositoryCopy({ REGISTRY_DIR: registry, GITHUB_OUTPUT: output, REMOTE });
  // The packages are those of the repository: nothing is missing.
  expect(runStep(/install\.mjs/).printed).toBe('');
  copy.runOrThrow(process.execPath, '--import', 'tsx', 'federation/registry/cli.ts', 'init');
  // One small remote, so that `changed` builds no other.
  copy.runOrThrow(process.execPath, '--import', 'tsx', 'federation/registry/cli.ts', 'new', REMOTE);
  for (const name of fs.readdirSync(copy.directory).filter((each) => each.startsWith('mfe-') && each !== REMOTE))
    fs.rmSync(copy.resolve(name), { recursive: true });
  fs.symlinkSync(copy.resolve(REMOTE), copy.resolve(`node_modules/${REMOTE}`));
});
afterAll(() => {
  copy.remove();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('the matrix of remotes finds them itself', () => {
  expect(runStep(/remotes\.mjs/).outputs).toBe(`names=["${REMOTE}"]`);
});

test('the tests of one remote run alone', () => {
  expect(runStep(/npm test -w/).printed).toContain('Tests:');
});

test('the first release of a remote is promoted, and is not published twice', async () => {
  expect(runStep(/-- changed/).outputs).toBe(`remotes=["${REMOTE}"]`);
  expect(runStep(/--channel canary/).printed).toContain('is its first release, which cannot be a canary');
  expect(runStep(/publish "\$REMOTE"$/).printed).toContain('is live');
  expect(await openTestRegistry(registry).listReleases(REMOTE)).toHaveLength(1);
  expect(runStep(/-- changed/).outputs).toBe('remotes=[]');
});

test('a remote whose build inputs changed becomes a canary', () => {
  copy.edit(`${REMOTE}/src/features/welcome/WelcomePage.module.css`, (text) => text.replace('2rem', '3rem'));
  expect(runStep(/-- changed/).outputs).toBe(`remotes=["${REMOTE}"]`);
  expect(runStep(/--channel canary/).printed).toContain('is a canary for 10 % of the visitors');
});

test('every command of a workflow was run here, or runs this test', () => {
  expect(listCommands().filter((command) => !tested.has(command) && !CHECKS.includes(command))).toEqual([]);
});
