import { ADMIN_PATH, getAudience, isUnder, type Audience } from '@shop/runtime/remotes';
import type { CompositionFile } from '../compositionFile';
import type { Release } from '../release';

/** Whom the platform lets a remote be for. */
export const findGrant = ({ staff = [] }: Pick<CompositionFile, 'staff'>, remote: string): Audience =>
  staff.includes(remote) ? 'staff' : 'shoppers';

/**
 * A release's own word is a team's. Code in the back office acts for staff, so the platform has the last one (decision
 * 0066). Returns one sentence if they differ.
 */
export const checkGrant = (
  file: Pick<CompositionFile, 'staff'>,
  release: { readonly remote: string; readonly audience?: Audience | undefined },
): string[] => {
  const [audience, granted] = [getAudience(release), findGrant(file, release.remote)];
  return audience === granted
    ? []
    : [
        `It is for ${audience}, but the platform has ${release.remote} for ${granted}: change "audience" in its remote.json, or have the platform run npm run remote -- audience ${release.remote} ${audience}.`,
      ];
};

/** Returns one sentence for each mount that is in the other audience's part of the site. */
export const checkPlace = (release: Pick<Release, 'audience' | 'mounts'>): string[] => {
  const isForStaff = getAudience(release) === 'staff';
  return release.mounts
    .filter((mount) => isUnder(ADMIN_PATH, mount) !== isForStaff)
    .map((mount) =>
      isForStaff
        ? `Its mount ${mount} is not in the back office: use ${ADMIN_PATH} or a path below it.`
        : `Its mount ${mount} is for remotes for staff.`,
    );
};
