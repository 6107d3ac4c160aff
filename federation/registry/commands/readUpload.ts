import fs from 'node:fs/promises';
import path from 'node:path';
import { hashContent } from '@shop/build/hashContent';
import type { RemoteId } from '@shop/runtime/remotes';
import { readRemote } from '@shop/build/repository';
import { repositoryRoot } from '@shop/build/repositoryRoot';
import type { ReleaseChecks, ReleaseSource, ReleaseUpload } from '..';

const readPackageVersion = async (remote: RemoteId): Promise<string> => {
  const parsed: unknown = JSON.parse(await fs.readFile(path.join(repositoryRoot, remote, 'package.json'), 'utf8'));
  if (typeof parsed === 'object' && parsed !== null && 'version' in parsed && typeof parsed.version === 'string')
    return parsed.version;
  throw new Error(`${remote}/package.json has no version`);
};

/** Older builds have them; the registry makes its own. */
const COMPRESSED_COPY = /\.(?:br|gz)$/;

/** Reads all files of a built `dist`, by their names in a release: "web/remote.1a2b.js". */
export const readDist = async (dist: string): Promise<Map<string, Buffer>> => {
  const files = new Map<string, Buffer>();
  for (const target of ['node', 'web']) {
    for (const name of (await fs.readdir(path.join(dist, target))).sort())
      if (!COMPRESSED_COPY.test(name)) files.set(`${target}/${name}`, await fs.readFile(path.join(dist, target, name)));
  }
  return files;
};

/** Reads the upload of a remote of this repository. */
export const readUpload = async (
  remote: RemoteId,
  version: string | undefined,
  source?: ReleaseSource,
  checks?: ReleaseChecks,
): Promise<ReleaseUpload> => {
  const { owner, audience, mounts, privateMounts, missingTitle, budget } = readRemote(remote);
  const files = await readDist(path.join(repositoryRoot, remote, 'dist'));
  return {
    remote,
    version,
    packageVersion: await readPackageVersion(remote),
    ...(audience ? { audience } : {}),
    mounts,
    privateMounts,
    missingTitle,
    owner,
    budget,
    ...(source ? { source } : {}),
    ...(checks ? { checks } : {}),
    files,
    hashes: Object.fromEntries([...files].map(([name, content]) => [name, hashContent(content)])),
  };
};
