import fs from 'node:fs';
import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';

const MediaManifest = Type.Object({
  images: Type.Record(
    Type.String(),
    Type.Object({ url: Type.String(), width: Type.Integer(), height: Type.Integer() }),
  ),
});
const Originals = Type.Object({ images: Type.Array(Type.Object({ file: Type.String(), alt: Type.String() })) });

export interface Picture {
  readonly url: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

const readJson = (file: string): unknown => {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

const readBuilt = (mediaManifest: string): Static<typeof MediaManifest>['images'] => {
  const built = readJson(mediaManifest);
  return Check(MediaManifest, built) ? built.images : {};
};

/** Returns a lookup of brands' marks by name: the URL from the media build, or '' without one. */
export const createLogoLookup = (mediaManifest: string): ((name: string) => string) => {
  const built = readBuilt(mediaManifest);
  return (name) => built[name]?.url ?? '';
};

/** Returns a lookup of pictures by name: URLs from the media build, alt texts from the originals' manifest. */
export const createPictureLookup = (
  mediaManifest: string,
  originalsManifest: string,
): ((name: string) => Picture | undefined) => {
  const originals = readJson(originalsManifest);
  const urls = readBuilt(mediaManifest);
  const alts = new Map(
    Check(Originals, originals)
      ? originals.images.map(({ file, alt }) => [file.replace(/\.webp$/, ''), alt] as const)
      : [],
  );
  return (name) => {
    const alt = alts.get(name);
    if (alt === undefined) return undefined;
    return { ...(urls[name] ?? { url: `/media/${name}-640.webp`, width: 1200, height: 1200 }), alt };
  };
};
