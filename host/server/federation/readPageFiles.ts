import fs from 'node:fs';
import path from 'node:path';
import type { HostAssets } from '../HostAssets';

const ASSETS = '/assets/';
const FONTS_PATH = '/federation/fonts/';

/** Styles and fonts of the pages at /federation. */
export interface PageFiles {
  readonly css: string;
  /** Stylesheets of the host that the page needs, too. */
  readonly hostStyles: readonly string[];
  /** Files of fonts by name. */
  readonly fonts: ReadonlyMap<string, string>;
}

const readOwnStyles = (): string => fs.readFileSync(path.join(__dirname, 'federation.css'), 'utf8');

/**
 * Reads the files of the pages. On an origin of their own, the host's styles and fonts are served below /federation,
 * so that this origin needs nothing of the shop.
 */
export const readPageFiles = ({ styles }: Pick<HostAssets, 'styles'>, hostDist: string | undefined): PageFiles => {
  if (hostDist === undefined) return { css: readOwnStyles(), hostStyles: styles, fonts: new Map() };
  const web = path.join(hostDist, 'web');
  const hostCss = styles.map((href) => fs.readFileSync(path.join(web, path.basename(href)), 'utf8'));
  const fonts = fs.readdirSync(web).filter((file) => file.endsWith('.woff2'));
  return {
    css: [...hostCss.map((css) => css.replaceAll(`url(${ASSETS}`, `url(${FONTS_PATH}`)), readOwnStyles()].join('\n'),
    hostStyles: [],
    fonts: new Map(fonts.map((file) => [file, path.join(web, file)])),
  };
};
