import { describeRamp, RegistryError, type Exceptions, type GoLiveResult, type ReleaseSet } from '../registry';
import type { RemoteId } from '../remotes';
import { describeWaiting } from './describeRequest';
import type { CommandContext } from './runCommand';

export interface MakeLiveOptions {
  readonly promote: boolean;
  /** Show it to so many percent of the visitors, instead of making it live. */
  readonly canaryWeight?: number | undefined;
  /** What it is for: kept with the release and in the history. */
  readonly reason?: string | undefined;
  /** Not in steps, where the registry makes releases live so. */
  readonly now?: boolean | undefined;
  readonly exceptions?: Exceptions | undefined;
}

/** What became of each release: live, or what will happen until it is. */
export const describeGoLive = (set: ReleaseSet, { changed, ramp, atOnce }: GoLiveResult): string[] =>
  Object.entries(set).map(([remote, version]) => {
    if (ramp?.remote === remote)
      return `${remote} ${version} goes live in steps${changed ? '' : ', as before'}: ${describeRamp(ramp)}`;
    return `${remote} ${version} is live${changed && !ramp ? '' : ', as before'}${atOnce === undefined ? '' : `, at once: ${atOnce}`}`;
  });

/** The command that does later what a freeze has put off. */
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
      const { waiting } = await access.canary(remote, version, canaryWeight, exceptions);
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
 * Makes what was published live, or a canary. What a freeze window holds stays published, and it is said what to do
 * later.
 */
export const makeLive = async (context: CommandContext, set: ReleaseSet, options: MakeLiveOptions): Promise<void> => {
  try {
    await releaseSet(context, set, options);
  } catch (error) {
    // The release is in the registry, as was asked for: a freeze only puts off the rest.
    if (!(error instanceof RegistryError && error.code === 'frozen')) throw error;
    context.print(error.message);
    context.print(
      `  It is published, and not live. When the freeze is over: npm run remote -- ${formatDeferredCommand(set, options.canaryWeight)}`,
    );
  }
};
