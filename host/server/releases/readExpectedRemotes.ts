import { readRemotes } from '@shop/build/repository';
import type { RemotePlace } from '@shop/runtime/composition';
import type { RemoteId } from '@shop/runtime/remotes';

/**
 * Reads the remotes of the repository that this server runs in. Those without a release show a message in place, with
 * the reasons if `refusals` has some. Live releases do not depend on them, so an invalid description is only logged.
 */
export const readExpectedRemotes = (
  warn: (message: string) => void,
  refusals: Readonly<Record<string, readonly string[]>> = {},
): Readonly<Record<RemoteId, RemotePlace>> => {
  try {
    return Object.fromEntries(
      Object.entries(readRemotes()).map(([remote, description]) => {
        const refusedBecause = refusals[remote];
        return [remote, refusedBecause ? { ...description, refusedBecause } : description];
      }),
    );
  } catch (error) {
    warn(error instanceof Error ? error.message : String(error));
    return {};
  }
};
