import { spawnSync } from 'node:child_process';
import { repositoryRoot } from '@shop/server-kit/testing/ManagedProcess';

const git = (folder: string, ...args: readonly string[]): string | undefined => {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

/**
 * Returns the commit that ran before the newest change of a path: the parent of the commit that made it, or HEAD if it
 * is not committed. A merge counts as one change of the branch that it was merged into. Returns undefined if there is
 * no history, as in a tarball or a shallow clone.
 */
export const findReleaseBefore = (path: string, folder = repositoryRoot): string | undefined => {
  if (git(folder, 'status', '--porcelain', '--', path)) return git(folder, 'rev-parse', 'HEAD');
  const commit = git(folder, 'log', '-1', '--first-parent', '--format=%H', '--', path);
  return commit ? git(folder, 'rev-parse', '--verify', '--quiet', `${commit}^1`) : undefined;
};

/** Returns the sources of the API in a commit that name a column, a table or a function, tests aside. */
export const findSourcesNaming = (name: string, commit: string): string[] => {
  const { status, stdout, stderr } = spawnSync(
    'git',
    [
      ...['grep', '--files-with-matches', '--word-regexp', '--fixed-strings', '-e', name, commit],
      ...['--', 'api/src', 'api/operator', 'api/content', 'api/seeds', ':!*.test.ts', ':!api/src/testing'],
    ],
    { cwd: repositoryRoot, encoding: 'utf8' },
  );
  if (status !== 0 && status !== 1) throw new Error(stderr);
  return stdout.split('\n').filter(Boolean);
};
