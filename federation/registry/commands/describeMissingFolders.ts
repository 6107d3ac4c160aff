import type { CompositionFile } from '..';

/** Returns one sentence for each live remote whose folder was deleted, with the command that ends it. */
export const describeMissingFolders = (
  { live }: Pick<CompositionFile, 'live'>,
  folders: readonly string[],
): readonly string[] =>
  Object.keys(live)
    .filter((remote) => !folders.includes(remote))
    .map(
      (remote) =>
        `${remote} is live but has no folder. To take it out of the shop, run: npm run remote -- retire ${remote}`,
    );
