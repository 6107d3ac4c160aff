import { isContentName } from '../../build/contentName';
import { listAddressedFiles, type Release } from '../release';

type Files = Pick<Release, 'files'>;

/**
 * Returns one sentence for each script or stylesheet whose content hash does not match its name. Browsers cache files
 * indefinitely, so names must be right. Pictures and fonts are compared with those of the
 * remote's other releases instead.
 */
export const checkNames = (release: Files): string[] =>
  listAddressedFiles(release)
    .filter(({ name, hash }) => /\.(?:js|css)$/.test(name) && !isContentName(name, hash))
    .map(({ name }) => `${name} does not match the hash in its name. Rebuild the remote.`);

/** Finds a file that another release has under the same name with different content. */
export const findTakenName = (
  release: Release,
  others: readonly Release[],
): { readonly name: string; readonly version: string } | undefined => {
  for (const { name } of listAddressedFiles(release)) {
    const other = others.find(
      ({ version, files }) =>
        version !== release.version &&
        (files[`web/${name}`] ?? release.files[`web/${name}`]) !== release.files[`web/${name}`],
    );
    if (other) return { name, version: other.version };
  }
  return undefined;
};
