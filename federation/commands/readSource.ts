import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { repositoryRoot } from '../repository/repositoryRoot';
import type { ReleaseSource } from '../registry';

const execute = promisify(execFile);
const MAX_LENGTH = 200;

/** What git says in this repository; undefined where there is no git, or no repository. */
const runGit = async (...args: readonly string[]): Promise<string | undefined> => {
  try {
    const { stdout } = await execute('git', args, { cwd: repositoryRoot });
    return stdout.trim().slice(0, MAX_LENGTH) || undefined;
  } catch {
    return undefined;
  }
};

/** The address of the run that publishes, as GitHub and GitLab name it, or as CI_URL does. */
const readRunUrl = (environment: NodeJS.ProcessEnv): string | undefined => {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: runId } = environment;
  const githubUrl = server && repository && runId ? `${server}/${repository}/actions/runs/${runId}` : undefined;
  return environment['CI_URL'] || githubUrl || environment['CI_JOB_URL'] || undefined;
};

/** Where a release comes from: the commit, who wrote it, and the run that built it, each where it is known. */
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
