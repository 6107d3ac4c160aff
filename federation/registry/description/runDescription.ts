import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Check } from '@sinclair/typebox/value';
import { providedSingletons } from '../../sharedDependencies';
import { RegistryError } from '../RegistryError';
import { ModuleDescription } from '../release';

const TIMEOUT_MS = 30_000;
const execute = promisify(execFile);
const repositoryRoot = path.resolve(__dirname, '../../..');

let running = 0;
const waiting: (() => void)[] = [];

/** As many at once as there are cores: a hundred who publish at once wait for each other instead of for the swap file. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= os.availableParallelism()) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
};

/**
 * What the node build of a remote says of itself. It is another team's code: it runs in a process of its own, with none of this
 * process's environment, and not for long.
 * @throws {RegistryError} `invalid` when it does not run.
 */
export const runDescription = async (files: ReadonlyMap<string, Buffer>, nodeEntry: string, name: string): Promise<ModuleDescription> => {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'release-'));
  try {
    for (const [file, content] of files) {
      if (file.startsWith('node/')) await fs.writeFile(path.join(directory, file.slice('node/'.length)), content);
    }
    const { stdout } = await inTurn(() => execute(
      process.execPath,
      [path.join(__dirname, 'describeModule.cjs'), path.join(directory, nodeEntry), name, JSON.stringify(providedSingletons)],
      { cwd: repositoryRoot, timeout: TIMEOUT_MS, env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', TMPDIR: os.tmpdir() } },
    ));
    const said: unknown = JSON.parse(stdout.trim().split('\n').at(-1) ?? 'null');
    if (!Check(ModuleDescription, said)) throw new Error('it says nothing of itself');
    return said;
  } catch (error) {
    const why = error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' && error.stderr.trim() !== '' ? error.stderr.trim() : String(error);
    throw new RegistryError('invalid', `Its node build does not run: ${why.split('\n').slice(0, 3).join(' ')}`);
  } finally {
    await fs.rm(directory, { recursive: true, force: true });
  }
};
