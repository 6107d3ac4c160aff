import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { isolateNode, getPackageAccess, WITHOUT_EVAL } from '@shop/runtime/isolatedNode';
import { providedSingletons } from '@shop/runtime/sharedDependencies';
import { bundleRenderPages, bundleSingleton, getSingletonFile } from '../trial/bundleForTrial';
import { createRefusal, RegistryError } from '../RegistryError';
import { ModuleDescription } from '../release';
import { limitConcurrency } from './limitConcurrency';
import { createReadableDirectory } from './createReadableDirectory';
import { FailedPages, checkGlobals, checkTrial } from './checkTrial';
import { parseLines, MAX_OUTPUT_BYTES, explainFailure } from './trialProcess';

const TIMEOUT_MS = 30_000;
const execute = promisify(execFile);
const SCRIPT = path.join(__dirname, 'describeModule.cjs');
const READABLE_FILES = [
  SCRIPT,
  path.join(__dirname, 'describeRemote.cjs'),
  ...['watchGlobals.cjs', 'closeProcess.cjs', 'moduleLoader.cjs'].map((file) =>
    path.resolve(__dirname, '../../runtime/server', file),
  ),
];
const RENDER_PAGES = 'renderPages.cjs';

const DescriptionOutput = Type.Object({
  ...ModuleDescription.properties,
  pages: Type.Integer(),
  failed: FailedPages,
  changedGlobals: Type.Array(Type.String()),
});

/** Description of a release's module, and the result of rendering its pages. */
export interface DescribedModule {
  readonly module: ModuleDescription;
  readonly pages: number;
  /** One sentence per failed page. */
  readonly failures: readonly string[];
}

/**
 * Provides the singletons that the build expects from its host: npm packages by name, our own packages from a bundled
 * file.
 */
const writeSingletons = async (
  directory: string,
): Promise<Record<string, { readonly version: string; readonly from: string }>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(providedSingletons).map(async ([name, version]) => {
        if (!name.startsWith('@shop/')) return [name, { version, from: name }] as const;
        const from = path.join(directory, getSingletonFile(name));
        await fs.writeFile(from, await bundleSingleton(name));
        return [name, { version, from }] as const;
      }),
    ),
  );

/**
 * Loads the node build of a remote, renders all its pages, and returns its description. The code is another team's: it
 * runs in a separate process without this process's environment, without access to its files, and with a time limit.
 * @throws {RegistryError} `refused` if it does not run, a page never finishes or ends the process, or it changes shared
 * globals.
 */
export const runDescription = async (
  files: ReadonlyMap<string, Buffer>,
  nodeEntry: string,
  name: string,
  timeoutMs = TIMEOUT_MS,
): Promise<DescribedModule> => {
  const directory = await createReadableDirectory();
  try {
    for (const [file, content] of files) {
      if (file.startsWith('node/')) await fs.writeFile(path.join(directory, file.slice('node/'.length)), content);
    }
    const singletons = JSON.stringify(await writeSingletons(directory));
    const renderPages = path.join(directory, RENDER_PAGES);
    await fs.writeFile(renderPages, await bundleRenderPages());
    const packages = getPackageAccess();
    const readable = [...packages.readable, directory, ...READABLE_FILES];
    const { command, args, user } = isolateNode(readable);
    const { stdout } = await limitConcurrency(() =>
      execute(
        command,
        [...args, WITHOUT_EVAL, SCRIPT, path.join(directory, nodeEntry), name, singletons, renderPages],
        {
          cwd: directory,
          timeout: timeoutMs,
          killSignal: 'SIGKILL',
          env: packages.environment,
          maxBuffer: MAX_OUTPUT_BYTES,
          ...user,
        },
      ),
    );
    const output = parseLines(stdout).at(-1);
    if (!Check(DescriptionOutput, output)) throw Object.assign(new Error('it reported no description'), { stdout });
    const { changedGlobals, failed, pages, ...module } = output;
    if (changedGlobals.length > 0) throw createRefusal(checkGlobals(changedGlobals));
    return { module, pages, failures: checkTrial(failed, 'on the server') };
  } catch (error) {
    if (error instanceof RegistryError) throw error;
    throw createRefusal([explainFailure(error, timeoutMs, 'node')]);
  } finally {
    await fs.rm(directory, { recursive: true, force: true });
  }
};
