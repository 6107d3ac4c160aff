import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { readDist } from '@shop/federation/commands/readUpload';
import { FileStorage, hashOf, promote, publishRelease, Registry, rollback, startCanary, type ReleaseSet, type ReleaseUpload } from '@shop/federation/registry';
import { remotes, type RemoteId } from '@shop/federation/remotes';
import { registryDirectory, repositoryRoot } from './stackConfig';

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

/** A registry of its own for tests that change what is live, with what the tests' shop has: nobody else's pages change meanwhile. */
export const createReleases = (name: string) => {
  const directory = path.join(path.dirname(registryDirectory), `registry-${name}`);
  fs.rmSync(directory, { recursive: true, force: true });
  fs.cpSync(registryDirectory, directory, { recursive: true });
  const registry = new Registry(new FileStorage(directory));
  const occasion = () => ({ by: BY, now: new Date() });
  return {
    directory,
    registry,
    publish: (upload: ReleaseUpload) => publishRelease(registry, upload, BY, new Date()),
    makeLive: async (set: ReleaseSet): Promise<void> => void (await promote(registry, set, occasion())),
    rollBack: (remote: RemoteId) => rollback(registry, remote, undefined, occasion()),
    canary: async (remote: RemoteId, version: string, weight: number): Promise<void> => void (await startCanary(registry, remote, version, weight, occasion())),
    liveVersion: async (remote: RemoteId): Promise<string> => (await registry.composition()).live[remote] ?? '',
    /** Damages files of a published release on the disk, as nobody should be able to. */
    damage: (remote: RemoteId, version: string, isMeant: (file: string) => boolean, content: string): void => {
      const web = path.join(directory, remote, version, 'web');
      for (const file of fs.readdirSync(web).filter(isMeant)) {
        for (const packed of ['br', 'gz']) fs.rmSync(path.join(web, `${file}.${packed}`), { force: true });
        fs.writeFileSync(path.join(web, file), content);
      }
    },
  };
};
export type Releases = ReturnType<typeof createReleases>;
