import fs from 'node:fs';
import path from 'node:path';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import type { StorefrontId } from '@shop/shared/storefronts';
import { listPreloadedFonts, mapStorefronts } from './storefrontFiles';

/** URLs of the files that the host's own build produced. */
export interface HostAssets {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Extra files of the offline page. */
  readonly offline: { readonly scripts: readonly string[]; readonly styles: readonly string[] };
  /** The roman faces of each storefront are preloaded. Italics and other alphabets load when a page needs them. */
  readonly fonts: Readonly<Record<StorefrontId, readonly string[]>>;
}

const AssetLists = { scripts: Type.Array(Type.String()), styles: Type.Array(Type.String()) };
const BuiltAssets = Type.Object({ ...AssetLists, offline: Type.Object(AssetLists) });

/** Reads `assets.json` and the font files of the host's build. */
export const readHostAssets = (hostDist: string): HostAssets => {
  const assets: unknown = JSON.parse(fs.readFileSync(path.join(hostDist, 'assets.json'), 'utf8'));
  if (!Check(BuiltAssets, assets)) throw new Error(`${hostDist}/assets.json has an unexpected format`);
  const files = fs.readdirSync(path.join(hostDist, 'web'));
  const findFontFiles = (names: readonly string[]): string[] =>
    names.flatMap((name) =>
      files.filter((file) => new RegExp(`^${name}\\.[0-9a-f]{8}\\.woff2$`).test(file)).map((file) => `/assets/${file}`),
    );
  return { ...assets, fonts: mapStorefronts((id) => findFontFiles(listPreloadedFonts(id))) };
};
