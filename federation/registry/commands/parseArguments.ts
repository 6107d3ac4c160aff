import { findRemoteIds } from '@shop/build/repository';
import { isRemoteId, MAX_ID_LENGTH, type RemoteId } from '@shop/runtime/remotes';
import { valid } from 'semver';
import { isVersion } from '..';

/** Wrong usage; its message says what is expected. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const parseRemote = (value: string | undefined): RemoteId => {
  if (value !== undefined && isRemoteId(value)) return value;
  throw new UsageError(`Name a remote, such as ${findRemoteIds().join(', ')}.`);
};

/** Parses the name of a remote that is to be created. */
export const parseNewRemote = (value: string): RemoteId => {
  if (isRemoteId(value)) return value;
  throw new UsageError(
    `A remote's name is mfe- and small letters, digits and single hyphens, such as mfe-gifts, at most ${MAX_ID_LENGTH} characters, not "${value}".`,
  );
};

/** Parses one more argument of a list, as commander does with variadic arguments. */
export const parseRemotes = (value: string, previous: readonly RemoteId[] = []): RemoteId[] => [
  ...previous,
  parseRemote(value),
];

export const parseVersion = (value: string | undefined): string => {
  if (value !== undefined && isVersion(value)) return value;
  throw new UsageError('Name a version; "npm run remote -- list" shows them.');
};

/** Parses the version for a new release. It must be semantic, so that tools can sort versions. */
export const parseNewVersion = (value: string): string => {
  if (valid(value) && isVersion(value)) return value;
  throw new UsageError(`--version must be a semantic version such as 1.4.0, not "${value}".`);
};

/** Returns a parser of a number that is not negative. */
export const parseNumber =
  (name: string) =>
  (value: string): number => {
    const number = value.trim() === '' ? Number.NaN : Number(value);
    if (Number.isFinite(number) && number >= 0) return number;
    throw new UsageError(`--${name} must be a number, not "${value}".`);
  };

export const requireWeight = (weight: number | undefined): number => {
  if (weight !== undefined) return weight;
  throw new UsageError('Name the share of the visitors in percent, such as --weight 10.');
};

export const parseChannel = (value: string): 'live' | 'canary' => {
  if (value === 'live' || value === 'canary') return value;
  throw new UsageError(`--channel must be live or canary, not "${value}".`);
};

/** Parses "mfe-home 1.4.0" or any number of "mfe-home@1.4.0". */
export const parseReleaseSet = (words: readonly string[]): Record<RemoteId, string> => {
  const [first, second] = words;
  const pairs = words.length === 2 && !first?.includes('@') ? [[first, second]] : words.map((word) => word.split('@'));
  return Object.fromEntries(pairs.map(([remote, version]) => [parseRemote(remote), parseVersion(version)]));
};
