import type { RemoteId } from '@shop/runtime/remotes';
import { describeRamp, type Promotion, type ReleaseSet } from '..';
import type { CommandContext } from './CommandContext';

export interface PromotionOptions {
  readonly promote: boolean;
  /** Show it to this percentage of visitors instead of promoting it. */
  readonly canaryWeight?: number | undefined;
  /** Purpose of the change; kept with the release and in the history. */
  readonly reason?: string | undefined;
  /** Skip the steps if the registry is configured for them. */
  readonly now?: boolean | undefined;
}

/** Formats the result for each release: live, or the planned steps. */
const describePromotion = (set: ReleaseSet, { changed, ramp, atOnce }: Promotion): string[] =>
  Object.entries(set).map(([remote, version]) => {
    if (ramp?.remote === remote)
      return `${remote} ${version} is promoted in steps${changed ? '' : ', as before'}: ${describeRamp(ramp)}`;
    return `${remote} ${version} is live${changed && !ramp ? '' : ', as before'}${atOnce === undefined ? '' : `, at once: ${atOnce}`}`;
  });

/** Promotes published releases, or shows them as canaries. */
export const promotePublished = async (
  { access, print }: CommandContext,
  set: ReleaseSet,
  { promote, canaryWeight, reason, now }: PromotionOptions,
): Promise<void> => {
  if (canaryWeight !== undefined) {
    for (const [remote, version] of Object.entries(set) as [RemoteId, string][]) {
      // keys of a set are its type's keys
      if ((await access.readComposition()).live[remote] === undefined) {
        print(`  ${remote} ${version} is its first release, which cannot be a canary: publish it without --channel`);
        continue;
      }
      await access.showCanary({ remote, version, weight: canaryWeight, reason });
      print(`  ${remote} ${version} is a canary for ${canaryWeight} % of the visitors`);
    }
  } else if (promote) {
    const outcome = await access.promote({ set, reason, inSteps: !now });
    for (const line of describePromotion(set, outcome)) print(`  ${line}`);
  }
};
