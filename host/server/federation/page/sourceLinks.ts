import type { ReleaseSource } from '@shop/registry';

/** Extracts the repository from the URL of a CI run, as GitHub and GitLab format it. */
const REPOSITORIES = [
  { run: /^(?<repository>https:\/\/[^/]+\/[^/]+\/[^/]+)\/actions\/runs\//, commit: '/commit/' },
  { run: /^(?<repository>https:\/\/[^/]+\/.+)\/-\/(?:jobs|pipelines)\//, commit: '/-/commit/' },
] as const;
const COMMIT = /^(?<hash>[0-9a-f]{7,64})(?<changes>\+changes)?$/;
const SHORT_HASH_LENGTH = 9;

/** Returns the URL if it is https. Publishers control it, so it could be a `javascript:` URL. */
export const parseHttpsUrl = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) && new URL(url).protocol === 'https:' ? new URL(url).href : undefined;

/** Returns the shortened commit, whether it had uncommitted changes, and its URL if the CI run's URL reveals it. */
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
