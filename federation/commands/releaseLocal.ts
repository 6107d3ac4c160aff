import {
  withAudit,
  describeFreeze,
  promoteUnpinned,
  publishRelease,
  RegistryError,
  resolveVersion,
  type PinnedRemote,
  type Registry,
  type ReleaseUpload,
} from '../registry';
import type { RemoteId } from '../remotes';
import { describeTrial } from './list';

/** Who it is in the history. No token is called so: their names have no spaces. */
export const START_COMMAND = 'start command';

const ACTION_LABELS = {
  promote: 'promoted',
  rollback: 'rolled back',
  canary: 'beside a canary',
  'end-canary': 'left',
} as const;

const describePinned = ({ remote, version, change }: PinnedRemote, built: string): string => {
  const why = change
    ? `${ACTION_LABELS[change.action]} by ${change.by}${change.reason === undefined ? '' : `: ${change.reason}`}`
    : 'by a change that the history no longer has';
  return `  ${remote} stays at ${version} (${why}). To show what is built here: npm run remote -- promote ${remote} ${built}`;
};

const isPublished = (registry: Registry, remote: RemoteId, version: string): Promise<boolean> =>
  registry.release(remote, version).then(
    () => true,
    (error: unknown) => {
      if (error instanceof RegistryError && error.code === 'unknown') return false;
      throw error;
    },
  );

/**
 * For whoever starts the shop: publishes what is built and not in the registry, and makes it live where nobody else has
 * chosen what is. `open` opens the pages of what is published.
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
  const { live } = await registry.composition();
  if (uploads.every(({ remote }) => live[remote] === set[remote])) return print('  What is built here is live');
  const { moved, chosen, frozen } = await withAudit(registry, START_COMMAND, 'promote', { set }, (context) =>
    promoteUnpinned(registry, set, context),
  );
  for (const [remote, version] of Object.entries(moved)) print(`  ${remote} ${version} is live`);
  for (const { remote, window } of frozen)
    print(
      `  ${remote} stays at ${live[remote] ?? 'nothing'}: ${describeFreeze(window)}. Afterwards: npm run remote -- promote ${remote} ${set[remote] ?? ''}`,
    );
  for (const each of chosen) print(describePinned(each, set[each.remote] ?? ''));
};
