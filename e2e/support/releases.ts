import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { readDist } from '@shop/federation/commands/readUpload';
import { FileStorage, hashOf, promote, publishRelease, Registry, rollback, type ReleaseUpload } from '@shop/federation/registry';
import { remotes, type RemoteId } from '@shop/federation/remotes';
import { registryDirectory, repositoryRoot } from './stackConfig';

/** The registry of the tests' shop. */
export const registry = new Registry(new FileStorage(registryDirectory));

const BY = 'browser tests';

/** The build of a remote, as a release that says `version` of itself. */
export const builtUpload = async (remote: RemoteId, version: string): Promise<ReleaseUpload> => uploadOf(remote, version, await readDist(path.join(repositoryRoot, remote, 'dist')));

/** Any files, as a release of a remote of this repository. */
export const uploadOf = (remote: RemoteId, version: string, files: ReadonlyMap<string, Buffer>): ReleaseUpload => {
  const { mounts, missingTitle } = remotes[remote] ?? { mounts: [], missingTitle: 'This page is not loading' };
  return { remote, version, packageVersion: '1.0.0', mounts, missingTitle, files, hashes: Object.fromEntries([...files].map(([name, content]) => [name, hashOf(content)])) };
};

interface Alteration {
  readonly from: string;
  readonly to: string;
  readonly targets?: readonly ('web' | 'node')[];
}

const sha384 = (text: string): string => crypto.createHash('sha384').update(text).digest('base64');

/** The build of a remote in which a text of its code is another: as if it had been built so. */
export const alteredUpload = async (remote: RemoteId, version: string, { from, to, targets = ['web', 'node'] }: Alteration): Promise<ReleaseUpload> => {
  const built = await readDist(path.join(repositoryRoot, remote, 'dist'));
  const files = new Map<string, Buffer>();
  const hashes = new Map<string, string>();
  // Another build calls itself another name in the page, where two of them may meet.
  const buildId = /"globalName": ?"(\w+)"/.exec(built.get('web/mf-manifest.json')?.toString() ?? '')?.[1] ?? '';
  const otherId = `${remote.replaceAll('-', '_')}_${version.replaceAll(/\W/g, '_')}`;
  for (const [name, content] of built) {
    if (/\.(?:br|gz)$/.test(name)) continue;
    if (!/\.(?:js|json)$/.test(name)) {
      files.set(name, content);
      continue;
    }
    const text = content.toString();
    const isTarget = targets.some((target) => name.startsWith(`${target}/`)) && name.endsWith('.js');
    const altered = (isTarget ? text.replaceAll(from, to) : text).replaceAll(buildId, otherId);
    files.set(name, Buffer.from(altered));
    hashes.set(sha384(text), sha384(altered));
  }
  // As a build does it: the entry names what its files are now.
  for (const [name, content] of files) {
    if (!/^web\/remoteEntry\..*\.js$/.test(name)) continue;
    let text = content.toString();
    for (const [before, after] of hashes) text = text.replaceAll(before, after);
    files.set(name, Buffer.from(text));
  }
  const changed = [...built].filter(([name, content]) => name.endsWith('.js') && targets.some((target) => name.startsWith(`${target}/`)) && content.includes(from));
  if (changed.length === 0) throw new Error(`"${from}" is not in the build of ${remote}`);
  return uploadOf(remote, version, files);
};

export const publish = (upload: ReleaseUpload) => publishRelease(registry, upload, BY, new Date());

export const makeLive = async (remote: RemoteId, version: string): Promise<void> => {
  await promote(registry, { [remote]: version }, { by: BY, now: new Date() });
};

export const rollBack = (remote: RemoteId) => rollback(registry, remote, undefined, { by: BY, now: new Date() });

/** The version that is live. */
export const liveVersion = async (remote: RemoteId): Promise<string> => (await registry.composition()).live[remote] ?? '';

/** Damages a file of a published release on the disk, as nobody should be able to. */
export const damage = (remote: RemoteId, version: string, isMeant: (file: string) => boolean, content: string): void => {
  const web = path.join(registryDirectory, remote, version, 'web');
  for (const file of fs.readdirSync(web).filter(isMeant)) {
    fs.rmSync(path.join(web, `${file}.br`), { force: true });
    fs.rmSync(path.join(web, `${file}.gz`), { force: true });
    fs.writeFileSync(path.join(web, file), content);
  }
};
