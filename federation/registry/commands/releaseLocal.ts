import type { RemoteId } from '@shop/runtime/remotes';
import { getAudience } from '@shop/runtime/remotes';
import {
  findGrant,
  grantAudience,
  withAudit,
  promoteUnpinned,
  publishRelease,
  RegistryError,
  resolveVersion,
  type PinnedRemote,
  type Registry,
  type ReleaseUpload,
} from '..';
import { writeLocalRefusals } from '../localRefusals';
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

interface LocalRelease {
  readonly uploads: readonly ReleaseUpload[];
  /** Opens the pages of a release in a browser. */
  readonly open: (upload: ReleaseUpload) => Promise<ReleaseUpload>;
  readonly print: (line: string) => void;
  /** Fail if a release is refused, as in production. Otherwise its remote keeps its state; others are promoted. */
  readonly isStrict: boolean;
}

/**
 * Publishes local builds that are not in the registry, and promotes them unless somebody has chosen other releases.
 * Used by the start command.
 * @throws {RegistryError} `refused`, with reasons: if strict, or if no remote is live afterwards.
 */
export const releaseLocal = async (
  registry: Registry,
  { uploads, open, print, isStrict }: LocalRelease,
): Promise<void> => {
  const refusals: Record<RemoteId, string[]> = {};
  /** Returns whether the work was done. A refusal is printed and recorded for the remote's pages. */
  const tryFor = async (remote: RemoteId, work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (isStrict || !(error instanceof RegistryError) || error.code !== 'refused') throw error;
      refusals[remote] = [...(error.reasons.length > 0 ? error.reasons : [error.message])];
      for (const line of error.message.split('\n')) print(`  ${line}`);
      return false;
    }
  };
  const promoteLocal = async (set: Readonly<Record<RemoteId, string>>): Promise<void> => {
    const { moved, chosen } = await withAudit(registry, START_COMMAND, 'promote', { set }, (context) =>
      promoteUnpinned(registry, set, context),
    );
    for (const [remote, version] of Object.entries(moved)) print(`  ${remote} ${version} is live`);
    for (const each of chosen) print(describePinned(each, set[each.remote] ?? ''));
  };

  const set: Record<RemoteId, string> = {};
  for (const upload of uploads) {
    const { remote } = upload;
    const version = resolveVersion(upload);
    const isDone = await tryFor(remote, async () => {
      const audience = getAudience(upload);
      // Who runs this has the registry's storage, and so is the platform: its repository says whom remotes are for.
      if (findGrant(await registry.readComposition(), remote) !== audience)
        await withAudit(registry, START_COMMAND, 'audience', { remote, audience }, () =>
          grantAudience(registry, remote, audience),
        );
      if (await isPublished(registry, remote, version)) return;
      const release = await withAudit(registry, START_COMMAND, 'publish', { remote, version }, async ({ by, now }) =>
        publishRelease(registry, await open(upload), by, now),
      );
      print(`  ${remote} ${version} is published${describeTrial(release)}`);
    });
    if (isDone) set[remote] = version;
  }
  const composition = await registry.readComposition();
  const folders = uploads.map(({ remote }) => remote);
  for (const line of describeMissingFolders(composition, folders)) print(`  ${line}`);
  const remotes = Object.entries(set) as [RemoteId, string][]; // keys of the set are its type's keys
  if (remotes.every(([remote, version]) => composition.live[remote] === version)) {
    if (remotes.length === uploads.length) print('  The local builds are live');
  } else if (isStrict || remotes.length === 1) {
    for (const [remote] of remotes.slice(0, 1)) await tryFor(remote, () => promoteLocal(set));
  } else {
    // All together first: releases that need each other are promoted as one change.
    await promoteLocal(set).catch(async (error: unknown) => {
      if (!(error instanceof RegistryError) || error.code !== 'refused') throw error;
      for (const [remote, version] of remotes) await tryFor(remote, () => promoteLocal({ [remote]: version }));
    });
  }
  await writeLocalRefusals(registry, refusals);
  const { live } = await registry.readComposition();
  const stays = Object.keys(refusals).filter((remote) => live[remote as RemoteId] !== undefined) as RemoteId[];
  for (const remote of stays) print(`  ${remote} stays at ${live[remote]}, until its build is accepted`);
  if (uploads.length > 0 && Object.keys(live).length === 0)
    throw new RegistryError('refused', 'No remote is live, so there is nothing to serve. The reasons are above.');
};
