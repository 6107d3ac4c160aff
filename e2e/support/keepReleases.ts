import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { findRemoteIds } from '@shop/federation/repository';
import { readDist } from '@shop/federation/commands/readUpload';
import { KEPT_RELEASES, type KeptReleases } from './keptReleases';
import { repositoryRoot } from './stackConfig';

/**
 * `npm run keep-releases -w e2e`: keeps the remotes as they are built now, as the releases that a later host must still
 * run. Done before a change of what host and remotes agree on; the matrix of versions (specs/versions.spec.ts) runs
 * them from then on.
 */
const keep = async (): Promise<void> => {
  const kept: Record<string, Record<string, string>> = {};
  for (const remote of findRemoteIds()) {
    const files = await readDist(path.join(process.argv[2] ?? repositoryRoot, remote, process.argv[2] ? '' : 'dist'));
    // Compressed copies and statistics are made anew or not needed; pictures are the shop's of today.
    const texts = [...files].filter(([name]) => /\.(?:js|css|json)$/.test(name) && !name.endsWith('mf-stats.json'));
    kept[remote] = Object.fromEntries(texts.map(([name, content]) => [name, content.toString('utf8')]));
  }
  const releases: KeptReleases = { keptAt: new Date().toISOString().slice(0, 10), remotes: kept };
  fs.mkdirSync(path.dirname(KEPT_RELEASES), { recursive: true });
  fs.writeFileSync(
    KEPT_RELEASES,
    zlib.brotliCompressSync(JSON.stringify(releases), { params: { [zlib.constants.BROTLI_PARAM_LGWIN]: 24 } }),
  );
};

void keep();
