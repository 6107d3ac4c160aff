import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { repositoryRoot } from '@shop/build/repositoryRoot';
import type { RemoteId } from '@shop/runtime/remotes';
import { RegistryError } from '..';

/** Scripts of the remote's package.json, and the tool each one needs. */
const CHECKS = [
  { name: 'types', script: ['run', '--silent', 'types'], tool: 'typescript' },
  { name: 'tests', script: ['run', '--silent', 'test'], tool: 'jest' },
] as const;
type Check = (typeof CHECKS)[number];

const MAX_SHOWN_LENGTH = 6_000;
/** Not passed to a team's tests: secrets, and NODE_ENV, because React's production build cannot be tested. */
const OMITTED_VARIABLES = new Set(['NODE_ENV', 'REGISTRY_TOKEN', 'REGISTRY_URL', 'REGISTRY_DIR']);

interface Outcome {
  readonly passed: boolean;
  readonly seconds: number;
  readonly output: string;
}

const runScript = ({ script }: Check, remote: RemoteId, root: string): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OMITTED_VARIABLES.has(name)));
    const child = spawn('npm', [...script, '--workspace', remote], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ passed: code === 0, seconds: (performance.now() - began) / 1_000, output }));
  });

/** @throws {Error} with instructions if the tools are not installed, as in a production container. */
const requireTools = (remote: RemoteId, root: string): void => {
  const { resolve } = createRequire(path.join(root, remote, 'package.json'));
  const missing = CHECKS.map(({ tool }) => tool).filter((tool) => {
    try {
      return resolve(`${tool}/package.json`) === '';
    } catch {
      return true;
    }
  });
  if (missing.length === 0) return;
  throw new Error(
    `${remote} cannot be checked here: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not installed. Publish from where the development dependencies are (npm ci), or with --skip-checks, which is kept with the release.`,
  );
};

/**
 * Runs a remote's type check and tests in parallel, and prints how long each took.
 * @throws {RegistryError} `refused`, with the output of what failed. {Error} if they cannot be run.
 */
export const checkRemote = async (
  remote: RemoteId,
  print: (line: string) => void,
  root = repositoryRoot,
): Promise<void> => {
  requireTools(remote, root);
  const outcomes = await Promise.all(
    CHECKS.map(async (check) => {
      const outcome = await runScript(check, remote, root);
      print(`  ${remote}: ${check.name} ${outcome.passed ? 'passed' : 'failed'} in ${outcome.seconds.toFixed(1)} s`);
      return { ...check, ...outcome };
    }),
  );
  const failed = outcomes.filter(({ passed }) => !passed);
  if (failed.length === 0) return;
  const names = failed.map(({ name }) => name).join(' and ');
  throw new RegistryError(
    'refused',
    [
      `${remote} is not published: its ${names} fail.`,
      ...failed.map(({ output }) => output.trim().slice(-MAX_SHOWN_LENGTH)),
    ].join('\n'),
  );
};
