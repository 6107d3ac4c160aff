import fs from 'node:fs';
import path from 'node:path';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import type { StorefrontId } from '@shop/shared/storefronts';

/** The host's own files, as a page names them. */
export interface HostAssets {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** What the offline page has of its own. */
  readonly offline: { readonly scripts: readonly string[]; readonly styles: readonly string[] };
  /** The two roman faces of each storefront, preloaded; italics and other alphabets wait until a page needs them. */
  readonly fonts: Readonly<Record<StorefrontId, readonly string[]>>;
}

const AssetLists = { scripts: Type.Array(Type.String()), styles: Type.Array(Type.String()) };
const BuiltAssets = Type.Object({ ...AssetLists, offline: Type.Object(AssetLists) });

const preloadedFonts = {
  jewellery: ['newsreader-display-latin', 'instrument-sans-latin'],
  organic: ['bricolage-display-latin', 'figtree-latin'],
} satisfies Record<StorefrontId, readonly string[]>;

/** Reads what the host's build wrote. */
export const readHostAssets = (hostDist: string): HostAssets => {
  const assets: unknown = JSON.parse(fs.readFileSync(path.join(hostDist, 'assets.json'), 'utf8'));
  if (!Check(BuiltAssets, assets)) throw new Error(`${hostDist}/assets.json is not what the build writes`);
  const files = fs.readdirSync(path.join(hostDist, 'web'));
  const findFontFiles = (names: readonly string[]): string[] =>
    names.flatMap((name) =>
      files.filter((file) => new RegExp(`^${name}\\.[0-9a-f]{8}\\.woff2$`).test(file)).map((file) => `/assets/${file}`),
    );
  return {
    ...assets,
    fonts: { jewellery: findFontFiles(preloadedFonts.jewellery), organic: findFontFiles(preloadedFonts.organic) },
  };
};
