import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import type { RemoteId } from '@shop/federation/remotes';
import { repositoryRoot } from './stackConfig';

export const KEPT_RELEASES = path.join(repositoryRoot, 'e2e/fixtures/previous-releases.json.br');

/** Releases of an earlier day, as text by file. */
export interface KeptReleases {
  readonly keptAt: string;
  readonly remotes: Readonly<Record<RemoteId, Readonly<Record<string, string>>>>;
}

/** The files of a remote's kept release; pictures, whose names say what they are, come from today's build. */
export const keptFiles = (remote: RemoteId): Map<string, Buffer> => {
  const { remotes } = JSON.parse(zlib.brotliDecompressSync(fs.readFileSync(KEPT_RELEASES)).toString('utf8')) as KeptReleases; // written by keepReleases
  const files = new Map(Object.entries(remotes[remote] ?? {}).map(([name, text]) => [name, Buffer.from(text)]));
  if (files.size === 0) throw new Error(`No release of ${remote} was kept`);
  const web = path.join(repositoryRoot, remote, 'dist/web');
  for (const name of fs.readdirSync(web).filter((file) => /\.(?:webp|avif)$/.test(file))) files.set(`web/${name}`, fs.readFileSync(path.join(web, name)));
  return files;
};
