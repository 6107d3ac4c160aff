import { buildPackage } from '../build/buildPackage';
import type { RemoteId } from '../remotes';
import { readSource } from './readSource';
import { readUpload } from './readUpload';
import type { CommandContext } from './runCommand';

export interface PublishOptions {
  readonly version?: string | undefined;
  readonly promote: boolean;
  /** Show it to so many percent of the visitors, instead of making it live. */
  readonly canaryWeight?: number | undefined;
  /** Take `dist` as it is. */
  readonly built?: boolean | undefined;
  /** What it is for: kept with the release and in the history. */
  readonly reason?: string | undefined;
}

/** Builds remotes and puts their releases into the registry; makes them live, all at once, or one of them a canary. */
export const publish = async ({ access, print }: CommandContext, remotes: readonly RemoteId[], { version, promote, canaryWeight, built, reason }: PublishOptions): Promise<void> => {
  const source = await readSource(process.env, reason);
  const set: Record<RemoteId, string> = {};
  for (const remote of remotes) {
    if (!built) {
      const report = await buildPackage(remote);
      if (report.built) print(`  built ${remote} in ${report.seconds.toFixed(1)} s`);
    }
    const release = await access.publish(await readUpload(remote, version, source));
    set[remote] = release.version;
    print(`  ${remote} ${release.version} is published`);
  }
  if (canaryWeight !== undefined) {
    for (const [remote, released] of Object.entries(set) as [RemoteId, string][]) { // keys of a set are its type's keys
      await access.canary(remote, released, canaryWeight);
      print(`  ${remote} ${released} is a canary for ${canaryWeight} % of the visitors`);
    }
  } else if (promote) {
    const { changed } = await access.promote(set, reason);
    for (const [remote, released] of Object.entries(set)) print(`  ${remote} ${released} is live${changed ? '' : ', as before'}`);
  }
};
