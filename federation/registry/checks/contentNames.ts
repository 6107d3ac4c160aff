import { isContentName } from '../../build/contentName';
import { listAddressedFiles, type Release } from '../release';

type Files = Pick<Release, 'files' | 'web'>;

/**
 * Browsers keep the files of such a release for as long as they like, and find scripts and styles by their hashes: one
 * sentence for each of these whose name is another content's. Pictures and fonts are compared with those of the
 * remote's other releases.
 */
export const checkNames = (release: Files): string[] =>
  release.web.isContentAddressed !== true
    ? []
    : listAddressedFiles(release)
        .filter(({ name, hash }) => /\.(?:js|css)$/.test(name) && !isContentName(name, hash))
        .map(({ name }) => `${name} is not the file that its name says. Build it anew.`);

/** A file of a release that another one has under the same name with other content, and that other one's version. */
export const findTakenName = (
  release: Release,
  others: readonly Release[],
): { readonly name: string; readonly version: string } | undefined => {
  for (const { name } of release.web.isContentAddressed === true ? listAddressedFiles(release) : []) {
    const other = others.find(
      ({ web, version, files }) =>
        web.isContentAddressed === true &&
        version !== release.version &&
        (files[`web/${name}`] ?? release.files[`web/${name}`]) !== release.files[`web/${name}`],
    );
    if (other) return { name, version: other.version };
  }
  return undefined;
};
