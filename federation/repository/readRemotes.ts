import fs from 'node:fs';
import path from 'node:path';
import { Check } from '@sinclair/typebox/value';
import { isRemoteId, isUnder, type RemoteId } from '../remotes';
import { findFaults, RemoteDescription } from './RemoteDescription';
import { repositoryRoot } from './repositoryRoot';

const DESCRIPTION = 'remote.json';

export type RepositoryRemotes = Readonly<Record<RemoteId, RemoteDescription>>;

const isThere = (root: string, ...names: readonly string[]): boolean => fs.existsSync(path.join(root, ...names));

/**
 * The remotes of a repository, by name: folders that are packages. A folder without a package.json is what a remote of
 * another branch left behind; one that says something about itself is taken for a remote without it, as in an image of
 * the host alone.
 */
export const findRemoteIds = (root = repositoryRoot): RemoteId[] =>
  fs
    .readdirSync(root)
    .filter(isRemoteId)
    .filter((id) => isThere(root, id, 'package.json') || isThere(root, id, DESCRIPTION))
    .sort();

/** What one remote says about itself. @throws {Error} with file and field, where that is missing or wrong. */
export const readRemote = (remote: RemoteId, root = repositoryRoot): RemoteDescription => {
  const name = `${remote}/${DESCRIPTION}`;
  if (!isThere(root, name))
    throw new Error(`${name} is missing: owner, devPort, mounts, missingTitle and budget of the remote stand there.`);
  const text = fs.readFileSync(path.join(root, name), 'utf8');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} is not JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  if (!Check(RemoteDescription, parsed))
    throw new Error([`${name} is wrong:`, ...findFaults(parsed).map((fault) => `  - ${fault}`)].join('\n'));
  return parsed;
};

const pairsOf = <T>(items: readonly T[]): (readonly [T, T])[] =>
  items.flatMap((item, index) => items.slice(index + 1).map((other) => [item, other] as const));

/** What no two remotes of a repository may have both: one sentence for each. */
const findConflicts = (remotes: readonly (readonly [RemoteId, RemoteDescription])[]): string[] =>
  pairsOf(remotes).flatMap(([[id, one], [otherId, other]]) => [
    ...(one.devPort === other.devPort ? [`devPort: ${id} and ${otherId} both have ${one.devPort}.`] : []),
    ...one.mounts.flatMap((mount) =>
      other.mounts
        .filter((theirs) => isUnder(theirs, mount) || isUnder(mount, theirs))
        .map((theirs) => `mounts: ${mount} of ${id} and ${theirs} of ${otherId} overlap.`),
    ),
  ]);

/**
 * What the remotes of a repository say about themselves. @throws {Error} with files and fields, where something is
 * wrong, or two remotes have the same.
 */
export const readRemotes = (root = repositoryRoot): RepositoryRemotes => {
  const remotes = findRemoteIds(root).map((id) => [id, readRemote(id, root)] as const);
  const conflicts = findConflicts(remotes);
  if (conflicts.length > 0)
    throw new Error(
      [`Two remotes want the same (their ${DESCRIPTION}):`, ...conflicts.map((conflict) => `  - ${conflict}`)].join(
        '\n',
      ),
    );
  return Object.fromEntries(remotes);
};
