import { diffReleases } from '../registry';
import type { RemoteId } from '../remotes';
import type { CommandContext } from './runCommand';

/** What is published and what is shown: "*" is live, "c" a canary. */
export const list = async ({ access, print }: CommandContext, only: RemoteId | undefined): Promise<void> => {
  const { live, canary } = await access.composition();
  for (const remote of only === undefined ? await access.remotes() : [only]) {
    for (const { version, publishedAt, publishedBy, sizes } of await access.releases(remote)) {
      const candidate = canary[remote]?.version === version ? canary[remote] : undefined;
      const mark = live[remote] === version ? '*' : candidate ? 'c' : ' ';
      print(`${mark} ${remote} ${version}  ${publishedAt}  ${publishedBy}  ${(sizes.page / 1_000).toFixed(1)} KB${candidate ? `  canary for ${candidate.weight} %` : ''}`);
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
  for (const { at, by, action, reason, changes } of [...entries].reverse()) {
    const shown = changes.filter(({ remote }) => only === undefined || remote === only);
    if (shown.length === 0) continue;
    const what = shown.map(({ remote, from, to, weight }) => `${remote} ${from ?? 'nothing'} -> ${to ?? 'nothing'}${weight === undefined ? '' : ` for ${weight} %`}`).join(', ');
    print(`${at}  ${action}  ${what}  by ${by}${reason === undefined ? '' : `: ${reason}`}`);
  }
};
