import { buildPackage } from '@shop/build/buildPackage';
import { readRemote } from '@shop/build/repository';
import type { RemoteId } from '@shop/runtime/remotes';
import { describeTrial } from './list';
import { openUpload } from './openInChromium';
import { checkRemote } from './checkRemote';
import { makeLive, type MakeLiveOptions } from './makeLive';
import { readSource } from './readSource';
import { readUpload } from './readUpload';
import type { CommandContext } from './CommandContext';

export interface PublishOptions extends MakeLiveOptions {
  readonly version?: string | undefined;
  /** Use the existing `dist`, which was built and checked elsewhere. */
  readonly built?: boolean | undefined;
  /** Skip the remote's type check and tests; recorded with the release. */
  readonly skipChecks?: boolean | undefined;
}

/** Checks, builds and publishes remotes, then makes them live, all at once, or one of them a canary. */
export const publish = async (
  { access, print }: CommandContext,
  remotes: readonly RemoteId[],
  { version, promote, canaryWeight, built, reason, now, skipChecks }: PublishOptions,
): Promise<void> => {
  remotes.forEach((remote) => readRemote(remote)); // a mistyped name must not appear as failed tests
  const source = await readSource(process.env, reason);
  const checks = skipChecks ? 'skipped' : built ? undefined : 'passed';
  if (checks === 'passed') for (const remote of remotes) await checkRemote(remote, print);
  const set: Record<RemoteId, string> = {};
  for (const remote of remotes) {
    if (!built) {
      const report = await buildPackage(remote);
      if (report.built) print(`  built ${remote} in ${report.seconds.toFixed(1)} s`);
    }
    const release = await access.publish(await openUpload(await readUpload(remote, version, source, checks), print));
    set[remote] = release.version;
    print(
      `  ${remote} ${release.version} is published${describeTrial(release)}${checks === 'skipped' ? ', its checks were skipped' : ''}`,
    );
  }
  await makeLive({ access, print }, set, { promote, canaryWeight, reason, now });
};
