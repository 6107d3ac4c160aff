import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { ISOLATED_ENVIRONMENT, isolateNode, WITHOUT_EVAL } from '@shop/runtime/isolatedNode';
import type { Audience } from '@shop/runtime/remotes';
import { providedSingletons } from '@shop/runtime/sharedDependencies';
import { bundleDescribeModule } from '../trial/bundleForTrial';
import { createRefusal, RegistryError } from '../RegistryError';
import { ModuleDescription } from '../release';
import { limitConcurrency } from './limitConcurrency';
import { createReadableDirectory } from './createReadableDirectory';
import { FailedPages, checkGlobals, checkTrial } from './checkTrial';
import { parseLines, MAX_OUTPUT_BYTES, explainFailure } from './trialProcess';

const TIMEOUT_MS = 30_000;
const execute = promisify(execFile);
const SCRIPT = 'describeModule.cjs';

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
 * Loads the node build of a remote, renders all its pages, and returns its description. The code is another team's: it
 * runs in a separate process without this process's environment, without access to its files, and with a time limit.
 * @throws {RegistryError} `refused` if it does not run, a page never finishes or ends the process, or it changes shared
 * globals.
 */
export const runDescription = async (
  files: ReadonlyMap<string, Buffer>,
  nodeEntry: string,
  name: string,
  audience: Audience,
  timeoutMs = TIMEOUT_MS,
): Promise<DescribedModule> => {
  const directory = await createReadableDirectory();
  try {
    for (const [file, content] of files) {
      if (file.startsWith('node/')) await fs.writeFile(path.join(directory, file.slice('node/'.length)), content);
    }
    const script = path.join(directory, SCRIPT);
    await fs.writeFile(script, await bundleDescribeModule());
    const { command, args, user } = isolateNode([directory]);
    const { stdout } = await limitConcurrency(() =>
      execute(
        command,
        [
          ...args,
          WITHOUT_EVAL,
          script,
          path.join(directory, nodeEntry),
          name,
          audience,
          JSON.stringify(providedSingletons),
        ],
        {
          cwd: directory,
          timeout: timeoutMs,
          killSignal: 'SIGKILL',
          env: ISOLATED_ENVIRONMENT,
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
    throw createRefusal([explainFailure(error, timeoutMs)]);
  } finally {
    await fs.rm(directory, { recursive: true, force: true });
  }
};
