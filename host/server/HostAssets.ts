import fs from 'node:fs';
import path from 'node:path';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { buildHashSource, toInlineStyle, type PageStyle } from './inlineStyles';

/** URLs of the files that the host's own build produced. */
export interface HostAssets {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Extra files of the offline page. */
  readonly offline: { readonly scripts: readonly string[]; readonly styles: readonly string[] };
  /** The styles with their texts. */
  readonly pageStyles: readonly PageStyle[];
  /** The inline script of pages (src/early-input), with its source expression for the content security policy. */
  readonly earlyInput: { readonly script: string; readonly hash: string };
}

const AssetLists = { scripts: Type.Array(Type.String()), styles: Type.Array(Type.String()) };
const BuiltAssets = Type.Object({ ...AssetLists, offline: Type.Object(AssetLists) });

/** Reads `assets.json` and the styles of the host's build. */
export const readHostAssets = (hostDist: string): HostAssets => {
  const assets: unknown = JSON.parse(fs.readFileSync(path.join(hostDist, 'assets.json'), 'utf8'));
  if (!Check(BuiltAssets, assets)) throw new Error(`${hostDist}/assets.json has an unexpected format`);
  const readStyle = (href: string): string => fs.readFileSync(path.join(hostDist, 'web', path.basename(href)), 'utf8');
  const script = fs.readFileSync(path.join(hostDist, 'worker/earlyInput.js'), 'utf8').trim();
  return {
    ...assets,
    pageStyles: assets.styles.map((href) => ({ href, inline: toInlineStyle(readStyle(href)) })),
    earlyInput: { script, hash: buildHashSource(script) },
  };
};
