import { getIntegrity } from '@shop/registry';
import { getStyleId, type PageStyle } from '../inlineStyles';
import type { LocalRelease } from '../releases/LiveComposition';

/**
 * Lists the stylesheets of a page: its text where the browser does not have the file.
 * @param known ids of those that the browser has; null to link all.
 */
export const listPageStyles = (
  hostStyles: readonly PageStyle[],
  remote: LocalRelease | undefined,
  chunks: readonly string[],
  known: readonly string[] | null,
): PageStyle[] => {
  const { styles = [], chunks: chunkFiles = {} } = remote?.release.web ?? {};
  const files = [...styles, ...chunks.flatMap((chunk) => chunkFiles[chunk]?.styles ?? [])];
  const ofRelease = remote
    ? files.map((file) => ({
        href: remote.urlBase + file,
        integrity: getIntegrity(remote.release, file),
        inline: remote.styles.get(file),
      }))
    : [];
  return [...hostStyles, ...ofRelease].map((style) =>
    known && !known.includes(getStyleId(style.href)) ? style : { ...style, inline: undefined },
  );
};
