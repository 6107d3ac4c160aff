import type { RemoteId } from '@shop/runtime/remotes';
import {
  withAudit,
  promoteUnpinned,
  publishRelease,
  RegistryError,
  resolveVersion,
  type PinnedRemote,
  type Registry,
  type ReleaseUpload,
} from '..';
import { describeMissingFolders } from './describeMissingFolders';
import { describeTrial } from './list';

/** Author in the history. Token names have no spaces, so it cannot be confused with one. */
export const START_COMMAND = 'start command';

const ACTION_LABELS = {
  promote: 'promoted',
  rollback: 'rolled back',
  canary: 'with a canary',
  'end-canary': 'left',
  retire: 'retired',
} as const;

const describePinned = ({ remote, version, change }: PinnedRemote, built: string): string => {
  const why = change
    ? `${ACTION_LABELS[change.action]} by ${change.by}${change.reason === undefined ? '' : `: ${change.reason}`}`
    : 'by a change that is no longer in the history';
  const state = version === undefined ? 'is not live' : `stays at ${version}`;
  return `  ${remote} ${state} (${why}). To show the local build, run: npm run remote -- promote ${remote} ${built}`;
};

const isPublished = (registry: Registry, remote: RemoteId, version: string): Promise<boolean> =>
  registry.readRelease(remote, version).then(
    () => true,
    (error: unknown) => {
      if (error instanceof RegistryError && error.code === 'unknown') return false;
      throw error;
    },
  );

/**
 * Publishes local builds that are not in the registry, and makes them live unless somebody has chosen other releases.
 * Used by the start command. `open` opens the pages of a release.
 * @throws {RegistryError} `refused`, with reasons.
 */
export const releaseLocal = async (
  registry: Registry,
  uploads: readonly ReleaseUpload[],
  open: (upload: ReleaseUpload) => Promise<ReleaseUpload>,
  print: (line: string) => void,
): Promise<void> => {
  const set: Record<RemoteId, string> = {};
  for (const upload of uploads) {
    const { remote } = upload;
    const version = resolveVersion(upload);
    set[remote] = version;
    if (await isPublished(registry, remote, version)) continue;
    const release = await withAudit(registry, START_COMMAND, 'publish', { remote, version }, async ({ by, now }) =>
      publishRelease(registry, await open(upload), by, now),
    );
    print(`  ${remote} ${version} is published${describeTrial(release)}`);
  }
  const composition = await registry.readComposition();
  const { live } = composition;
  const folders = uploads.map(({ remote }) => remote);
  for (const line of describeMissingFolders(composition, folders)) print(`  ${line}`);
  if (uploads.every(({ remote }) => live[remote] === set[remote])) return print('  The local builds are live');
  const { moved, chosen } = await withAudit(registry, START_COMMAND, 'promote', { set }, (context) =>
    promoteUnpinned(registry, set, context),
  );
  for (const [remote, version] of Object.entries(moved)) print(`  ${remote} ${version} is live`);
  for (const each of chosen) print(describePinned(each, set[each.remote] ?? ''));
};
