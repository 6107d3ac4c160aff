import path from 'node:path';
import { root } from '../install.mjs';
import { runQuietly } from '../processes.mjs';
import { bin } from '../steps.mjs';

/** Every folder with sources; Playwright's specs are not unit tests. */
const FOLDERS = ['shared', 'federation', 'server-kit', 'host', 'api', 'ops', 'scripts'];

const isTest = (file) => /\.test\.tsx?$/.test(file);
/** Only `npm run verify` runs these. */
export const isSystemTest = (file) => /\.system\.test\.tsx?$/.test(file);
const escapePattern = (file) => file.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * The test files that import one of the files, directly or not, across packages: jest's own --findRelatedTests looks
 * within one package only. Absolute paths in and out.
 */
export const findRelatedTests = async (files, remotes) => {
  const changed = files
    .map((file) => path.relative(root, file))
    .filter((file) => /\.(?:tsx?|[cm]js|css|json)$/.test(file));
  if (changed.length === 0) return [];
  const { code, output } = await runQuietly(bin('depcruise'), [
    '--config',
    '.dependency-cruiser.cjs',
    '--no-progress',
    '--cache',
    '.cache/depcruise',
    '--reaches',
    `^(?:${changed.map(escapePattern).join('|')})$`,
    '--output-type',
    'json',
    ...FOLDERS,
    ...remotes,
  ]);
  const from = output.indexOf('{');
  if (from === -1) throw new Error(`dependency-cruiser failed with ${code}:\n${output}`);
  const { modules } = JSON.parse(output.slice(from));
  const related = modules.map(({ source }) => source).filter(isTest);
  return [...new Set([...related, ...changed.filter(isTest)])].map((file) => path.join(root, file)).sort();
};
