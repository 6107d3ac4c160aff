import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { version as jsdomVersion } from 'jsdom/package.json';
import { isolateNode, getPackageAccess } from '@shop/runtime/isolatedNode';
import { providedSingletons } from '@shop/runtime/sharedDependencies';
import { bundleOpenPages } from '../trial/bundleForTrial';
import { limitConcurrency } from './limitConcurrency';
import { createReadableDirectory } from './createReadableDirectory';
import { FailedPages, checkGlobals, checkTrial } from './checkTrial';
import { parseLines, MAX_OUTPUT_BYTES, explainFailure } from './trialProcess';

const TIMEOUT_MS = 60_000;
const execute = promisify(execFile);
const SCRIPT = path.join(__dirname, 'jsdomPage.cjs');
const OPEN_PAGES = 'openPages.js';
/** Recorded as the browser in a release's trial. */
export const JSDOM = `jsdom ${jsdomVersion}`;

/** Result that a browser or jsdom reports after opening all pages. */
export const TrialResult = Type.Object({
  pages: Type.Integer(),
  failed: FailedPages,
  changedGlobals: Type.Array(Type.String()),
});

/** Returns the reasons why the release must not go live; empty if there are none. */
export const checkOpenedPages = ({ failed, changedGlobals }: Type.Static<typeof TrialResult>): string[] => [
  ...checkTrial(failed, 'in the browser'),
  ...checkGlobals(changedGlobals),
];

/**
 * Opens all pages of a remote's web build in jsdom, in a separate process as for its node build.
 * @returns the reasons why it must not go live; empty if there are none.
 */
export const openInJsdom = async (
  files: ReadonlyMap<string, Buffer>,
  entry: string,
  container: string,
  timeoutMs = TIMEOUT_MS,
): Promise<string[]> => {
  const directory = await createReadableDirectory();
  try {
    for (const [file, content] of files) {
      if (file.startsWith('web/')) await fs.writeFile(path.join(directory, file.slice('web/'.length)), content);
    }
    const openPages = path.join(directory, OPEN_PAGES);
    await fs.writeFile(openPages, await bundleOpenPages());
    const packages = getPackageAccess();
    const readable = [...packages.readable, directory, SCRIPT];
    const { command, args, user } = isolateNode(readable);
    const { stdout } = await limitConcurrency(() =>
      execute(
        command,
        [...args, SCRIPT, directory, openPages, JSON.stringify({ entry, container, versions: providedSingletons })],
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
    const opened = parseLines(stdout).at(-1);
    if (!Check(TrialResult, opened)) throw Object.assign(new Error('it reported no result'), { stdout });
    return checkOpenedPages(opened);
  } catch (error) {
    return [explainFailure(error, timeoutMs, 'web')];
  } finally {
    await fs.rm(directory, { recursive: true, force: true });
  }
};
