import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { readDist } from '@shop/federation/commands/readUpload';
import { FileStorage, hashOf, promote, publishRelease, Registry, rollback, startCanary, type ReleaseSet, type ReleaseUpload } from '@shop/federation/registry';
import { remotes, type RemoteId } from '@shop/federation/remotes';
import { registryDirectory, repositoryRoot } from './stackConfig';

const BY = 'browser tests';

/** Any files, as a release of a remote of this repository. */
export const uploadOf = (remote: RemoteId, version: string, files: ReadonlyMap<string, Buffer>): ReleaseUpload => {
  const { mounts, missingTitle } = remotes[remote] ?? { mounts: [], missingTitle: 'This page is not loading' };
  return { remote, version, packageVersion: '1.0.0', mounts, missingTitle, files, hashes: Object.fromEntries([...files].map(([name, content]) => [name, hashOf(content)])) };
};

const sha384 = (text: string): string => crypto.createHash('sha384').update(text).digest('base64');

/** The build of a remote as if its sources had been others: `alter` changes the text of a script, and the entry names what its files are then. */
export const rebuiltUpload = async (remote: RemoteId, version: string, alter: (text: string, target: 'web' | 'node') => string): Promise<ReleaseUpload> => {
  const built = await readDist(path.join(repositoryRoot, remote, 'dist'));
  // Another build calls itself another name in the page, where two of them may meet.
  const name = /"globalName": ?"(\w+)"/.exec(built.get('web/mf-manifest.json')?.toString() ?? '')?.[1] ?? '';
  const otherName = `${remote.replaceAll('-', '_')}_${version.replaceAll(/\W/g, '_')}`;
  const files = new Map<string, Buffer>();
  const hashes = new Map<string, string>();
  let altered = 0;
  for (const [file, content] of built) {
    if (/\.(?:br|gz)$/.test(file)) continue;
    if (!/\.(?:js|json)$/.test(file)) {
      files.set(file, content);
      continue;
    }
    const text = content.toString();
    const changed = file.endsWith('.js') ? alter(text, file.startsWith('web/') ? 'web' : 'node') : text;
    if (changed !== text) altered += 1;
    const renamed = changed.replaceAll(name, otherName);
    files.set(file, Buffer.from(renamed));
    hashes.set(sha384(text), sha384(renamed));
  }
  if (altered === 0) throw new Error(`Nothing of the build of ${remote} was altered`);
  for (const [file, content] of files) {
    if (!/^web\/remoteEntry\..*\.js$/.test(file)) continue;
    files.set(file, Buffer.from(content.toString().replaceAll(/[A-Za-z0-9+/]{64}/g, (hash) => hashes.get(hash) ?? hash)));
  }
  return uploadOf(remote, version, files);
};

/** The build of a remote in which one text is another. */
export const alteredUpload = (remote: RemoteId, version: string, { from, to, targets = ['web', 'node'] }: { readonly from: string; readonly to: string; readonly targets?: readonly string[] }): Promise<ReleaseUpload> =>
  rebuiltUpload(remote, version, (text, target) => (targets.includes(target) ? text.replaceAll(from, to) : text));

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
