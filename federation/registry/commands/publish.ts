import { buildPackage } from '@shop/build/buildPackage';
import { DescriptionError, readRemote } from '@shop/build/repository';
import { repositoryRoot } from '@shop/build/repositoryRoot';
import type { RemoteId } from '@shop/runtime/remotes';
import { RegistryError } from '..';
import { describeTrial } from './list';
import { describeMissingChromium, openUpload } from './openInChromium';
import { checkRemote } from './checkRemote';
import { promotePublished, type PromotionOptions } from './promotePublished';
import { publishUpload } from './publishUpload';
import { readSource } from './readSource';
import { readUpload } from './readUpload';
import type { CommandContext } from './CommandContext';

export interface PublishOptions extends PromotionOptions {
  readonly version?: string | undefined;
  /** Use the existing `dist`, which was built and checked elsewhere. */
  readonly built?: boolean | undefined;
  /** Skip the remote's type check and tests; recorded with the release. */
  readonly skipChecks?: boolean | undefined;
}

/**
 * Reads the descriptions before anything else: a mistyped name must not appear as failed tests.
 * @throws {RegistryError} `refused` if one is invalid. {Error} if there is no such remote.
 */
export const requireDescriptions = (remotes: readonly RemoteId[], root = repositoryRoot): void => {
  try {
    remotes.forEach((remote) => readRemote(remote, root));
  } catch (error) {
    throw error instanceof DescriptionError ? new RegistryError('refused', error.message) : error;
  }
};

/** Checks, builds and publishes remotes, then promotes them, all at once, or one of them a canary. */
export const publish = async (
  { access, print }: CommandContext,
  remotes: readonly RemoteId[],
  { version, promote, canaryWeight, built, reason, now, skipChecks }: PublishOptions,
): Promise<void> => {
  requireDescriptions(remotes);
  const source = await readSource(process.env, reason);
  const checks = skipChecks ? 'skipped' : built ? undefined : 'passed';
  if (checks === 'passed') for (const remote of remotes) await checkRemote(remote, print);
  const missingChromium = describeMissingChromium(process.env);
  if (missingChromium !== undefined) print(`  ${missingChromium}`);
  const set: Record<RemoteId, string> = {};
  for (const remote of remotes) {
    if (!built) {
      const report = await buildPackage(remote);
      if (report.built) print(`  built ${remote} in ${report.seconds.toFixed(1)} s`);
    }
    const upload = await openUpload(await readUpload(remote, version, source, checks));
    const release = await publishUpload(access, upload);
    set[remote] = release.version;
    print(
      `  ${remote} ${release.version} is published${describeTrial(release)}${checks === 'skipped' ? ', its checks were skipped' : ''}`,
    );
  }
  await promotePublished({ access, print }, set, { promote, canaryWeight, reason, now });
};
