import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { repositoryRoot } from '@shop/build/repositoryRoot';
import type { ReleaseSource } from '..';

const execute = promisify(execFile);
const MAX_LENGTH = 200;

/** Runs git in this repository. Returns undefined if git or the repository is missing. */
const runGit = async (...args: readonly string[]): Promise<string | undefined> => {
  try {
    const { stdout } = await execute('git', args, { cwd: repositoryRoot });
    return stdout.trim().slice(0, MAX_LENGTH) || undefined;
  } catch {
    return undefined;
  }
};

/** Returns the URL of the CI run, as set by GitHub, GitLab or CI_URL. */
const readRunUrl = (environment: NodeJS.ProcessEnv): string | undefined => {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: runId } = environment;
  const githubUrl = server && repository && runId ? `${server}/${repository}/actions/runs/${runId}` : undefined;
  return environment['CI_URL'] || githubUrl || environment['CI_JOB_URL'] || undefined;
};

/** Reads the origin of a release: commit, author and CI run, as far as they are known. */
export const readSource = async (
  environment: NodeJS.ProcessEnv,
  reason: string | undefined,
): Promise<ReleaseSource> => {
  const [commit, author, changes] = await Promise.all([
    environment['GITHUB_SHA'] || environment['CI_COMMIT_SHA'] || runGit('rev-parse', 'HEAD'),
    runGit('log', '-1', '--format=%an'),
    runGit('status', '--porcelain'),
  ]);
  const url = readRunUrl(environment);
  return {
    ...(commit ? { commit: changes === undefined ? commit : `${commit}+changes` } : {}),
    ...(author ? { author } : {}),
    ...(url ? { url } : {}),
    ...(reason === undefined ? {} : { reason }),
  };
};
