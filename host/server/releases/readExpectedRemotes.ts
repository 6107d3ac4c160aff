import { readRemotes, type RepositoryRemotes } from '@shop/federation/repository';

/**
 * The remotes of the repository that this server runs in: one that nobody has released yet is missing in place. What is
 * live does not need them, so that a description that is wrong takes nothing away.
 */
export const readExpectedRemotes = (warn: (message: string) => void): RepositoryRemotes => {
  try {
    return readRemotes();
  } catch (error) {
    warn(error instanceof Error ? error.message : String(error));
    return {};
  }
};
