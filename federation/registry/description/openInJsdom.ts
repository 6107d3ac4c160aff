import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { version as jsdomVersion } from 'jsdom/package.json';
import { isolatedNodeOptions, otherUser, withPackages } from '../../server/isolatedNode';
import { providedSingletons } from '../../sharedDependencies';
import { bundleOpenPages } from '../../trial/bundleForTrial';
import { limitConcurrency } from './limitConcurrency';
import { createReadableDirectory } from './createReadableDirectory';
import { FailedPages, checkGlobals, checkTrial } from './checkTrial';
import { parseLines, MAX_OUTPUT_BYTES, explainPageFailure, getErrorOutput } from './trialProcess';

const TIMEOUT_MS = 60_000;
const execute = promisify(execFile);
const SCRIPT = path.join(__dirname, 'jsdomPage.cjs');
const OPEN_PAGES = 'openPages.js';
/** As a release names it. */
export const JSDOM = `jsdom ${jsdomVersion}`;

/** What a browser, or what stands in for one, says of the pages it has opened. */
export const TrialResult = Type.Object({
  pages: Type.Integer(),
  failed: FailedPages,
  changedGlobals: Type.Array(Type.String()),
});

/** Why what was opened may not go live; none where it may. */
export const checkOpenedPages = ({ failed, changedGlobals }: Type.Static<typeof TrialResult>): string[] => [
  ...checkTrial(failed, 'in the browser'),
  ...checkGlobals(changedGlobals),
];

/**
 * Opens every page of a remote's web build in jsdom, in a process of its own as for its node build.
 * @returns why it may not go live; none where it may.
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
    const packages = withPackages();
    const readable = [...packages.readable, directory, SCRIPT];
    const { stdout } = await limitConcurrency(() =>
      execute(
        process.execPath,
        [
          ...isolatedNodeOptions(readable),
          SCRIPT,
          directory,
          openPages,
          JSON.stringify({ entry, container, versions: providedSingletons }),
        ],
        {
          cwd: directory,
          timeout: timeoutMs,
          killSignal: 'SIGKILL',
          env: packages.environment,
          maxBuffer: MAX_OUTPUT_BYTES,
          ...otherUser(readable),
        },
      ),
    );
    const opened = parseLines(stdout).at(-1);
    if (!Check(TrialResult, opened)) throw Object.assign(new Error('it says nothing of its pages'), { stdout });
    return checkOpenedPages(opened);
  } catch (error) {
    const lines = getErrorOutput(error).split('\n');
    return [
      explainPageFailure(error, timeoutMs) ??
        `Its web build does not run: ${lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.slice(0, 3).join(' ')}`,
    ];
  } finally {
    await fs.rm(directory, { recursive: true, force: true });
  }
};
