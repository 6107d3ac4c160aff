import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The branch that changes are compared with: the remote's, or the last commit where there is none. */
const BASES = ['@{upstream}', 'origin/main', 'HEAD'];

const git = (directory, ...args) =>
  execFileSync('git', args, { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

const findBase = (directory, given) => {
  for (const base of given ? [given] : BASES) {
    try {
      return git(directory, 'merge-base', base, 'HEAD');
    } catch {
      // No such branch here.
    }
  }
  throw new Error(given ? `There is no commit ${given}.` : 'This is not a git repository with a commit.');
};

const readLines = (text) => text.split('\0').filter(Boolean);

/**
 * Absolute paths of the files that differ from `base` (default: the upstream branch, else the last commit), committed
 * or not, new ones included, deleted ones left out. @throws {Error} when there is no such commit.
 */
export const readChangedFiles = (directory, base) => {
  const changed = readLines(git(directory, 'diff', '--name-only', '--relative', '-z', findBase(directory, base)));
  const created = readLines(git(directory, 'ls-files', '--others', '--exclude-standard', '-z'));
  return [...new Set([...changed, ...created])]
    .map((file) => path.join(directory, file))
    .filter((file) => existsSync(file))
    .sort();
};
