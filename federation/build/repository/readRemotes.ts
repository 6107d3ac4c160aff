import fs from 'node:fs';
import path from 'node:path';
import { isRemoteId, isUnder, type RemoteId } from '@shop/runtime/remotes';
import { findFaults, isRemoteFile, toDescription, type RemoteDescription } from './RemoteDescription';
import { repositoryRoot } from './repositoryRoot';

const DESCRIPTION = 'remote.json';

export type RepositoryRemotes = Readonly<Record<RemoteId, RemoteDescription>>;

const exists = (root: string, ...names: readonly string[]): boolean => fs.existsSync(path.join(root, ...names));

/**
 * Lists the remotes of a repository: folders with a package.json or remote.json. Folders with neither are leftovers of
 * other branches; images of the host alone have only the remote.json files.
 */
export const findRemoteIds = (root = repositoryRoot): RemoteId[] =>
  fs
    .readdirSync(root)
    .filter(isRemoteId)
    .filter((id) => exists(root, id, 'package.json') || exists(root, id, DESCRIPTION))
    .sort();

/** A remote's description is missing or invalid. */
export class DescriptionError extends Error {
  override name = 'DescriptionError';
}

/**
 * Reads the description of a remote.
 * @throws {DescriptionError} with file and field if it is missing or invalid. {Error} if there is no such folder.
 */
export const readRemote = (remote: RemoteId, root = repositoryRoot): RemoteDescription => {
  const name = `${remote}/${DESCRIPTION}`;
  if (!exists(root, remote)) throw new Error(`There is no folder ${remote} in this repository.`);
  if (!exists(root, name))
    throw new DescriptionError(
      `${name} is missing: owner, devPort, mounts, missingTitle and budget of the remote belong there.`,
    );
  const text = fs.readFileSync(path.join(root, name), 'utf8');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new DescriptionError(`${name} is not JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  if (!isRemoteFile(parsed))
    throw new DescriptionError(
      [`${name} is invalid:`, ...findFaults(parsed).map((fault) => `  - ${fault}`)].join('\n'),
    );
  return toDescription(parsed);
};

const listPairs = <T>(items: readonly T[]): (readonly [T, T])[] =>
  items.flatMap((item, index) => items.slice(index + 1).map((other) => [item, other] as const));

/** Returns one sentence for each port or mount that two remotes share. */
const findConflicts = (remotes: readonly (readonly [RemoteId, RemoteDescription])[]): string[] =>
  listPairs(remotes).flatMap(([[id, one], [otherId, other]]) => [
    ...(one.devPort === other.devPort ? [`devPort: ${id} and ${otherId} both have ${one.devPort}.`] : []),
    ...one.mounts.flatMap((mount) =>
      other.mounts
        .filter((otherMount) => isUnder(otherMount, mount) || isUnder(mount, otherMount))
        .map((otherMount) => `mounts: ${mount} of ${id} and ${otherMount} of ${otherId} overlap.`),
    ),
  ]);

/**
 * Reads the descriptions of all remotes.
 * @throws {Error} with files and fields if one is invalid, or two remotes conflict.
 */
export const readRemotes = (root = repositoryRoot): RepositoryRemotes => {
  const remotes = findRemoteIds(root).map((id) => [id, readRemote(id, root)] as const);
  const conflicts = findConflicts(remotes);
  if (conflicts.length > 0)
    throw new Error(
      [`Two remotes conflict (see their ${DESCRIPTION}):`, ...conflicts.map((conflict) => `  - ${conflict}`)].join(
        '\n',
      ),
    );
  return Object.fromEntries(remotes);
};
