import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../install.mjs';

const SKIPPED_FOLDERS = new Set([
  'node_modules',
  'dist',
  '.git',
  '.data',
  '.topologies',
  '.cache',
  'coverage',
  'reports',
]);

const listFiles = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [path.join(folder, entry.name)];
    return SKIPPED_FOLDERS.has(entry.name) ? [] : listFiles(path.join(folder, entry.name));
  });

/** Lists the tests that only `npm run verify` runs, by their names. */
const listSystemTests = () =>
  listFiles(root)
    .filter((file) => /\.system\.(?:test|spec)\.tsx?$/.test(file))
    .map((file) => path.relative(root, file))
    .sort();

/** Describes what `npm test` leaves out, and why. */
export const describeLeftOut = () => {
  const files = listSystemTests();
  const specs = files.filter((file) => file.includes('.spec.'));
  return [
    `  ${files.length - specs.length} files *.system.test.ts: they start processes, build, or copy the repository`,
    `  ${specs.length} files *.system.spec.ts: rare states and faults; releases, dev servers, a crawl of the shop`,
    '  PostgreSQL, nginx, Redis, faults: they need programs that a bare machine does not have',
    'All of it: npm run verify',
  ];
};
