import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { providedSingletons } from '../../sharedDependencies';
import { RegistryError } from '../RegistryError';
import { ModuleDescription } from '../release';
import { bundleSingleton } from './bundleSingleton';
import { isolatedEnvironment, isolatedNodeOptions } from './isolatedNode';

const TIMEOUT_MS = 30_000;
const execute = promisify(execFile);
const SCRIPT = path.join(__dirname, 'describeModule.cjs');
const READS = [SCRIPT, path.resolve(__dirname, '../../server/watchGlobals.cjs')];
const MAX_NAMED = 10;

const Said = Type.Object({ ...ModuleDescription.properties, changedGlobals: Type.Array(Type.String()) });

/** @throws {RegistryError} `refused`. */
const requireGlobalsUntouched = (changed: readonly string[]): void => {
  if (changed.length === 0) return;
  throw new RegistryError('refused', 'The release is refused:', changed.slice(0, MAX_NAMED).map((name) => `It changes ${name} as it is loaded, for every page of the shop.`));
};

/** What a process that failed has written; else what went wrong with it. */
const stderrOf = (error: unknown): string => {
  const written = typeof error === 'object' && error !== null && 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : '';
  return written === '' ? String(error) : written;
};

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

/** What the build takes from its host: packages by name, our own from a file. */
const writeSingletons = async (directory: string): Promise<Record<string, { readonly version: string; readonly from: string }>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(providedSingletons).map(async ([name, version]) => {
        if (!name.startsWith('@shop/')) return [name, { version, from: name }] as const;
        const from = path.join(directory, `singleton-${name.replaceAll(/\W+/g, '-')}.cjs`);
        await fs.writeFile(from, await bundleSingleton(name));
        return [name, { version, from }] as const;
      }),
    ),
  );

/**
 * What the node build of a remote says of itself. It is another team's code: it runs in a process of its own, with none of this
 * process's environment and with no way to its files, and not for long.
 * @throws {RegistryError} `invalid` when it does not run; `refused` when it changes what belongs to everybody.
 */
export const runDescription = async (files: ReadonlyMap<string, Buffer>, nodeEntry: string, name: string): Promise<ModuleDescription> => {
  const directory = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'release-')));
  try {
    for (const [file, content] of files) {
      if (file.startsWith('node/')) await fs.writeFile(path.join(directory, file.slice('node/'.length)), content);
    }
    const singletons = JSON.stringify(await writeSingletons(directory));
    const { stdout } = await inTurn(() => execute(
      process.execPath,
      [...isolatedNodeOptions([directory, ...READS]), SCRIPT, path.join(directory, nodeEntry), name, singletons],
      { cwd: directory, timeout: TIMEOUT_MS, killSignal: 'SIGKILL', env: isolatedEnvironment() },
    ));
    const said: unknown = JSON.parse(stdout.trim().split('\n').at(-1) ?? 'null');
    if (!Check(Said, said)) throw new Error('it says nothing of itself');
    const { changedGlobals, ...description } = said;
    requireGlobalsUntouched(changedGlobals);
    return description;
  } catch (error) {
    if (error instanceof RegistryError) throw error;
    // Node writes the line that threw before the error itself.
    const lines = stderrOf(error).split('\n');
    throw new RegistryError('invalid', `Its node build does not run: ${lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.slice(0, 3).join(' ')}`);
  } finally {
    await fs.rm(directory, { recursive: true, force: true });
  }
};
