import fs from 'node:fs';
import path from 'node:path';
import { storefronts, type StorefrontId } from '@shop/shared/storefronts';

const ROOT = path.join(__dirname, '../../shared/src/storefronts');
/** Names of roman faces end like this; those of italics and other alphabets do not. */
const PRELOADED_FONT = /-latin\.woff2$/;

/** Returns the folder with the icons of a storefront: `<id>.svg`, `<id>-180.png`, … */
export const findIconsFolder = (id: StorefrontId): string => path.join(ROOT, id, 'icons');

/** Lists the fonts of a storefront that pages preload, without their extension. */
export const listPreloadedFonts = (id: StorefrontId): string[] => {
  const folder = path.join(ROOT, id, 'fonts');
  if (!fs.existsSync(folder)) return []; // it uses system fonts
  return fs
    .readdirSync(folder)
    .filter((file) => PRELOADED_FONT.test(file))
    .map((file) => path.basename(file, '.woff2'));
};

/** Builds a value for each storefront. */
export const mapStorefronts = <T>(build: (id: StorefrontId) => T): Readonly<Record<StorefrontId, T>> =>
  // the keys are those of the registry
  Object.fromEntries(Object.values(storefronts).map(({ id }) => [id, build(id)])) as Record<StorefrontId, T>;
