import { readRemotes, type RepositoryRemotes } from '@shop/build/repository';

/**
 * Reads the remotes of the repository that this server runs in. Those without a release show a message in place. Live
 * releases do not depend on them, so an invalid description is only logged.
 */
export const readExpectedRemotes = (warn: (message: string) => void): RepositoryRemotes => {
  try {
    return readRemotes();
  } catch (error) {
    warn(error instanceof Error ? error.message : String(error));
    return {};
  }
};
