import type { RemoteId } from '@shop/runtime/remotes';
import { describeRamp, RegistryError, type Exceptions, type GoLiveResult, type ReleaseSet } from '..';
import { describeWaiting } from './describeRequest';
import type { CommandContext } from './CommandContext';

export interface MakeLiveOptions {
  readonly promote: boolean;
  /** Show it to this percentage of visitors instead of making it live. */
  readonly canaryWeight?: number | undefined;
  /** Purpose of the change; kept with the release and in the history. */
  readonly reason?: string | undefined;
  /** Skip the steps if the registry is configured for them. */
  readonly now?: boolean | undefined;
  readonly exceptions?: Exceptions | undefined;
}

/** Formats the result for each release: live, or the planned steps. */
export const describeGoLive = (set: ReleaseSet, { changed, ramp, atOnce }: GoLiveResult): string[] =>
  Object.entries(set).map(([remote, version]) => {
    if (ramp?.remote === remote)
      return `${remote} ${version} goes live in steps${changed ? '' : ', as before'}: ${describeRamp(ramp)}`;
    return `${remote} ${version} is live${changed && !ramp ? '' : ', as before'}${atOnce === undefined ? '' : `, at once: ${atOnce}`}`;
  });

/** Formats the command to run after the freeze. */
const formatDeferredCommand = (set: ReleaseSet, canaryWeight: number | undefined): string => {
  const releases = Object.entries(set);
  if (canaryWeight !== undefined)
    return releases
      .map(([remote, version]) => `canary ${remote} ${version} --weight ${canaryWeight}`)
      .join('; npm run remote -- ');
  return `promote ${releases.map(([remote, version]) => `${remote}@${version}`).join(' ')}`;
};

const releaseSet = async (
  { access, print }: CommandContext,
  set: ReleaseSet,
  { promote, canaryWeight, reason, now, exceptions }: MakeLiveOptions,
): Promise<void> => {
  if (canaryWeight !== undefined) {
    for (const [remote, version] of Object.entries(set) as [RemoteId, string][]) {
      // keys of a set are its type's keys
      const { waiting } = await access.showCanary(remote, version, canaryWeight, exceptions);
      print(
        waiting
          ? `  ${describeWaiting(waiting)}`
          : `  ${remote} ${version} is a canary for ${canaryWeight} % of the visitors`,
      );
    }
  } else if (promote) {
    const outcome = await (now ? access.promote(set, reason, exceptions) : access.goLive(set, reason, exceptions));
    if (outcome.waiting) print(`  ${describeWaiting(outcome.waiting)}`);
    else for (const line of describeGoLive(set, outcome)) print(`  ${line}`);
  }
};

/**
 * Makes published releases live, or shows them as canaries. During a freeze they stay published, and the command for
 * later is printed.
 */
export const makeLive = async (context: CommandContext, set: ReleaseSet, options: MakeLiveOptions): Promise<void> => {
  try {
    await releaseSet(context, set, options);
  } catch (error) {
    // The release is published as requested; a freeze only postpones the rest.
    if (!(error instanceof RegistryError && error.code === 'frozen')) throw error;
    context.print(error.message);
    context.print(
      `  It is published, but not live. After the freeze, run: npm run remote -- ${formatDeferredCommand(set, options.canaryWeight)}`,
    );
  }
};
