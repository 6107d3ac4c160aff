import { diffReleases, type ReleaseSource } from '../registry';
import { isRemoteId, type RemoteId } from '../remotes';
import type { CommandContext } from './runCommand';

/** Which commit, by whom, why, and where it was built: what is known of them. */
const describeSource = ({ commit, author, reason, url }: ReleaseSource = {}): string =>
  [commit?.slice(0, 12), author, reason && `"${reason}"`, url].filter(Boolean).map((part) => `  ${part}`).join('');

/** What is published and what is shown: "*" is live, "c" a canary. */
export const list = async ({ access, print }: CommandContext, only: RemoteId | undefined): Promise<void> => {
  const { live, canary } = await access.composition();
  for (const remote of only === undefined ? await access.remotes() : [only]) {
    for (const { version, publishedAt, publishedBy, sizes, source } of await access.releases(remote)) {
      const candidate = canary[remote]?.version === version ? canary[remote] : undefined;
      const mark = live[remote] === version ? '*' : candidate ? 'c' : ' ';
      print(`${mark} ${remote} ${version}  ${publishedAt}  ${publishedBy}  ${(sizes.page / 1_000).toFixed(1)} KB${candidate ? `  canary for ${candidate.weight} %` : ''}${describeSource(source)}`);
    }
  }
};

/** What changed between two releases of a remote; without names: between the live one and the newest. */
export const diff = async ({ access, print }: CommandContext, remote: RemoteId, from: string | undefined, to: string | undefined): Promise<void> => {
  const [releases, { live }] = await Promise.all([access.releases(remote), access.composition()]);
  const find = (version: string | undefined, what: string) => {
    const found = releases.find((release) => release.version === version);
    if (!found) throw new Error(version === undefined ? `${remote} has ${what}` : `There is no release ${remote}@${version}`);
    return found;
  };
  const before = find(from ?? live[remote], 'no live release');
  const after = find(to ?? releases[0]?.version, 'no release');
  print(`${remote} ${before.version} -> ${after.version}`);
  const lines = diffReleases(before, after);
  for (const line of lines.length > 0 ? lines : ['nothing differs']) print(`  ${line}`);
};

/** The last changes of the composition, the newest first. */
export const history = async ({ access, print }: CommandContext, only: RemoteId | undefined): Promise<void> => {
  const { history: entries } = await access.composition();
  const remotes = new Set(entries.flatMap(({ changes }) => changes.map(({ remote }) => remote)).filter(isRemoteId));
  const releases = (await Promise.all([...remotes].filter((remote) => only === undefined || remote === only).map((remote) => access.releases(remote)))).flat();
  const sourceOf = (remote: string, version: string | null): string => describeSource(releases.find((release) => release.remote === remote && release.version === version)?.source);
  for (const { at, by, action, reason, changes } of [...entries].reverse()) {
    const shown = changes.filter(({ remote }) => only === undefined || remote === only);
    if (shown.length === 0) continue;
    const what = shown.map(({ remote, from, to, weight }) => `${remote} ${from ?? 'nothing'} -> ${to ?? 'nothing'}${weight === undefined ? '' : ` for ${weight} %`}${sourceOf(remote, to)}`).join(', ');
    print(`${at}  ${action}  ${what}  by ${by}${reason === undefined ? '' : `: ${reason}`}`);
  }
};
