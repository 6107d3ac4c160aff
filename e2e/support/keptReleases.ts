import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import type { readRemote } from '@shop/build/repository';
import type { ReleaseUpload } from '@shop/registry';
import type { RemoteId } from '@shop/runtime/remotes';
import { createUpload } from './releases';
import { repositoryRoot } from './stackConfig';

export const KEPT_RELEASES = path.join(repositoryRoot, 'e2e/fixtures/previous-releases.json.br');

export interface KeptRelease {
  /** Its remote.json. */
  readonly description: ReturnType<typeof readRemote>;
  /** Texts by file. */
  readonly files: Readonly<Record<string, string>>;
}

export interface KeptReleases {
  readonly keptAt: string;
  readonly remotes: Readonly<Record<RemoteId, KeptRelease>>;
}

const readStored = (): KeptReleases =>
  // Written by keepReleases.
  JSON.parse(zlib.brotliDecompressSync(fs.readFileSync(KEPT_RELEASES)).toString('utf8')) as KeptReleases;

/** Whether a stored release exists; newer remotes have none. */
export const isKept = (remote: RemoteId): boolean => remote in readStored().remotes;

const PICTURE = /\b[\w-]{1,80}\.[0-9a-f]{8}-\d{1,5}\.(?:webp|avif)/g;
/** Returns "ring-480.avif" for "ring.1a2b3c4d-480.avif". */
const plainPicture = (file: string): string => file.replace(/\.[0-9a-f]{8}-/, '-');

/**
 * A remote's stored release, to be published. Pictures come from the current build by name, or are others of their type
 * if it has them no more.
 */
export const keptUpload = (remote: RemoteId, version: string): ReleaseUpload => {
  const kept = readStored().remotes[remote];
  if (!kept) throw new Error(`No release of ${remote} was kept`);
  const texts = Object.entries(kept.files);
  const files = new Map(texts.map(([name, text]) => [name, Buffer.from(text)]));
  const web = path.join(repositoryRoot, remote, 'dist/web');
  const today = new Map(
    fs
      .readdirSync(web)
      .filter((file) => /\.(?:webp|avif)$/.test(file))
      .map((file) => [plainPicture(file), file]),
  );
  for (const picture of new Set(texts.flatMap(([, text]) => text.match(PICTURE) ?? []))) {
    const file =
      today.get(plainPicture(picture)) ??
      [...today.values()].find((other) => path.extname(other) === path.extname(picture));
    if (file === undefined) throw new Error(`${remote} has no picture like ${picture}`);
    files.set(`web/${picture}`, fs.readFileSync(path.join(web, file)));
  }
  return createUpload(remote, version, files, kept.description);
};
