import { findRemoteIds } from '@shop/build/repository';
import { isRemoteId, type RemoteId } from '@shop/runtime/remotes';
import { diffReleases, RegistryError, type Release } from '..';
import type { CommandContext } from './CommandContext';
import { describeMissingFolders } from './describeMissingFolders';

/** Formats the known origin of a release: commit, author, reason, CI run and checks. */
const describeOrigin = ({
  source: { commit, author, reason, url } = {},
  checks,
}: Pick<Release, 'source' | 'checks'> = {}): string =>
  [
    commit?.replace(/^([0-9a-f]{12})[0-9a-f]+/, '$1'),
    author,
    reason && `"${reason}"`,
    url,
    checks && `checks ${checks}`,
  ]
    .filter(Boolean)
    .map((part) => `  ${part}`)
    .join('');

/** Formats how the pages of a release were tested; empty for older releases. */
export const describeTrial = ({ trial }: Pick<Release, 'trial'>): string =>
  trial ? `  ${trial.pages} pages rendered, opened in ${trial.openedIn}` : '';

/** Lists published releases: "*" is live, "c" a canary. Names live remotes without a folder. */
export const listReleases = async ({ access, print }: CommandContext, only: RemoteId | undefined): Promise<void> => {
  const composition = await access.readComposition();
  const { live, canary } = composition;
  for (const remote of only === undefined ? await access.listRemotes() : [only]) {
    for (const { version, publishedAt, publishedBy, sizes, source, trial, checks } of await access.listReleases({
      remote,
    })) {
      const candidate = canary[remote]?.version === version ? canary[remote] : undefined;
      const mark = live[remote] === version ? '*' : candidate ? 'c' : ' ';
      const shown = candidate
        ? `  ${candidate.ramp ? 'promoted in steps, now' : 'canary'} for ${candidate.weight} %`
        : '';
      print(
        `${mark} ${remote} ${version}  ${publishedAt}  ${publishedBy}  ${(sizes.page / 1_000).toFixed(1)} KB${describeTrial({ trial })}${shown}${describeOrigin({ source, checks })}`,
      );
    }
  }
  for (const line of only === undefined ? describeMissingFolders(composition, findRemoteIds()) : []) print(line);
};

/**
 * Prints the differences between two releases of a remote; by default from the live one to the newest. If the newest is
 * live, from the one that was live before.
 */
export const printDiff = async (
  { access, print }: CommandContext,
  remote: RemoteId,
  from: string | undefined,
  to: string | undefined,
): Promise<void> => {
  const [releases, { live, earlier }] = await Promise.all([access.listReleases({ remote }), access.readComposition()]);
  const find = (version: string | undefined, problem: string): Release => {
    const found = releases.find((release) => release.version === version);
    if (found) return found;
    throw new RegistryError('unknown', version === undefined ? problem : `There is no release ${remote}@${version}`);
  };
  const after = find(to ?? releases[0]?.version, `${remote} has no release`);
  const isLive = to === undefined && after.version === live[remote];
  const before = isLive
    ? find(
        from ?? earlier[remote]?.[0],
        `${remote} ${after.version} is live, and no other release was live before: name two versions to compare`,
      )
    : find(from ?? live[remote], `${remote} has no live release: name two versions to compare`);
  print(`${remote} ${before.version} -> ${after.version}`);
  const lines = diffReleases(before, after);
  for (const line of lines.length > 0 ? lines : ['no differences']) print(`  ${line}`);
};

/** Prints the changes of the composition, newest first. */
export const printHistory = async ({ access, print }: CommandContext, only: RemoteId | undefined): Promise<void> => {
  const { history: entries } = await access.readComposition();
  const remotes = new Set(entries.flatMap(({ changes }) => changes.map(({ remote }) => remote)).filter(isRemoteId));
  const releases = (
    await Promise.all(
      [...remotes]
        .filter((remote) => only === undefined || remote === only)
        .map((remote) => access.listReleases({ remote })),
    )
  ).flat();
  const find = (remote: string, version: string | null): Release | undefined =>
    releases.find((release) => release.remote === remote && release.version === version);
  // The origin of a release is why it was made, not why a rollback went back to it.
  for (const { at, by, action, reason, changes } of [...entries].reverse()) {
    const shown = changes.filter(({ remote }) => only === undefined || remote === only);
    if (shown.length === 0) continue;
    const what = shown
      .map(
        ({ remote, from, to, weight }) =>
          `${remote} ${from ?? 'nothing'} -> ${to ?? 'nothing'}${weight === undefined ? '' : ` for ${weight} %`}${action === 'rollback' ? '' : describeOrigin(find(remote, to))}`,
      )
      .join(', ');
    const trials = shown.map(({ remote, to }) => describeTrial(find(remote, to) ?? {})).join('');
    print(`${at}  ${action}  ${what}  by ${by}${reason === undefined ? '' : `: ${reason}`}${trials}`);
  }
};
