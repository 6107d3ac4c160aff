import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { readRemote } from '@shop/build/repository';
import { readDist } from '@shop/registry/commands/readUpload';
import { KEPT_RELEASES, type KeptRelease, type KeptReleases } from './keptReleases';
import { findShopRemotes } from './shopRemotes';
import { repositoryRoot } from './stackConfig';

/**
 * `npm run keep-releases -w e2e`: stores the builds of the remotes in this repository, or in another copy of it, as
 * releases that later hosts must still run. Run it before changing the contract between host and remotes;
 * specs/versions.system.spec.ts then tests them.
 */
const keep = async (root = repositoryRoot): Promise<void> => {
  const kept: Record<string, KeptRelease> = {};
  for (const remote of findShopRemotes(root)) {
    const files = await readDist(path.join(root, remote, 'dist'));
    // Compressed copies and statistics are generated or not needed; pictures come from the current build.
    const texts = [...files].filter(([name]) => /\.(?:js|css|json)$/.test(name) && !name.endsWith('mf-stats.json'));
    kept[remote] = {
      description: readRemote(remote, root),
      files: Object.fromEntries(texts.map(([name, content]) => [name, content.toString('utf8')])),
    };
  }
  const releases: KeptReleases = { keptAt: new Date().toISOString().slice(0, 10), remotes: kept };
  fs.mkdirSync(path.dirname(KEPT_RELEASES), { recursive: true });
  fs.writeFileSync(
    KEPT_RELEASES,
    zlib.brotliCompressSync(JSON.stringify(releases), { params: { [zlib.constants.BROTLI_PARAM_LGWIN]: 24 } }),
  );
};

void keep(process.argv[2]);
