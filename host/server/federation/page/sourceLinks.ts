import type { ReleaseSource } from '@shop/federation/registry';

/** The repository in the address of a run of its CI, as GitHub and GitLab write it. */
const REPOSITORIES = [
  { run: /^(?<repository>https:\/\/[^/]+\/[^/]+\/[^/]+)\/actions\/runs\//, commit: '/commit/' },
  { run: /^(?<repository>https:\/\/[^/]+\/.+)\/-\/(?:jobs|pipelines)\//, commit: '/-/commit/' },
] as const;
const COMMIT = /^(?<hash>[0-9a-f]{7,64})(?<changes>\+changes)?$/;
const SHORT_HASH_LENGTH = 9;

/** The address where it is https; a publisher may write anything there, such as a script. */
export const parseHttpsUrl = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) && new URL(url).protocol === 'https:' ? new URL(url).href : undefined;

/** Shortened, with what was not committed, and its address where that follows from the address of the run. */
export const parseCommit = ({
  commit,
  url,
}: ReleaseSource): { readonly text: string; readonly href: string | undefined } | undefined => {
  if (commit === undefined) return undefined;
  const { hash, changes } = COMMIT.exec(commit)?.groups ?? {};
  if (hash === undefined) return { text: commit, href: undefined };
  const run = parseHttpsUrl(url) ?? '';
  const hrefs = REPOSITORIES.flatMap(({ run: pattern, commit: path }) => {
    const repository = pattern.exec(run)?.groups?.['repository'];
    return repository === undefined ? [] : [`${repository}${path}${hash}`];
  });
  return {
    text: `${hash.slice(0, SHORT_HASH_LENGTH)}${changes === undefined ? '' : ' and uncommitted changes'}`,
    href: hrefs[0],
  };
};
