import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { contentName } from '@shop/build/contentName';
import { readDist } from '@shop/registry/commands/readUpload';
import {
  hashContent,
  promote,
  publishRelease,
  Registry,
  rollback,
  startCanary,
  type ReleaseSet,
  type ReleaseUpload,
} from '@shop/registry';
import { FileStorage } from '@shop/server-kit/storage/FileStorage';
import type { RemoteId } from '@shop/runtime/remotes';
import { readRemote } from '@shop/build/repository';
import { registryDirectory, repositoryRoot } from './stackConfig';

const BY = 'browser tests';

/** Publishes any files as a release of a remote of this repository. */
export const createUpload = (
  remote: RemoteId,
  version: string,
  files: ReadonlyMap<string, Buffer>,
  { mounts, missingTitle, owner, budget } = readRemote(remote),
): ReleaseUpload => {
  return {
    remote,
    version,
    packageVersion: '1.0.0',
    mounts,
    missingTitle,
    owner,
    budget: { entry: budget.entry, page: budget.page },
    openedIn: 'no browser',
    files,
    hashes: Object.fromEntries([...files].map(([name, content]) => [name, hashContent(content)])),
  };
};

const sha384 = (text: string): string => crypto.createHash('sha384').update(text).digest('base64');

const HASH_IN_NAME = /\.[\w-]{16}(\.(?:js|css))$/;

/**
 * A remote's build with altered sources: `alter` changes the text of a script; the script and the entry get new hashed
 * names.
 */
export const rebuiltUpload = async (
  remote: RemoteId,
  version: string,
  alter: (text: string, target: 'web' | 'node') => string,
): Promise<ReleaseUpload> => {
  const built = await readDist(path.join(repositoryRoot, remote, 'dist'));
  const manifest = built.get('web/mf-manifest.json')?.toString() ?? '';
  const entry = `web/${/remoteEntry\.[\w-]+\.js/.exec(manifest)?.[0] ?? ''}`;
  // Builds need different global names, because two of them may run in one page.
  const replaced = new Map([
    [
      /"globalName": ?"(\w+)"/.exec(manifest)?.[1] ?? '',
      `${remote.replaceAll('-', '_')}_${version.replaceAll(/\W/g, '_')}`,
    ],
  ]);
  const withReplaced = (text: string): string =>
    [...replaced].reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
  const files = new Map<string, Buffer>();
  const put = (file: string, before: string, after: string): void => {
    const name =
      file.startsWith('web/') && HASH_IN_NAME.test(file)
        ? contentName(file.replace(HASH_IN_NAME, '$1'), sha384(after))
        : file;
    replaced.set(sha384(before), sha384(after)).set(path.basename(file), path.basename(name));
    files.set(name, Buffer.from(after));
  };
  let altered = 0;
  for (const [file, content] of built) {
    if (file === entry || /^web\/.*\.json$/.test(file)) continue;
    if (!file.endsWith('.js')) {
      files.set(file, content);
      continue;
    }
    const text = content.toString();
    const changed = alter(text, file.startsWith('web/') ? 'web' : 'node');
    if (changed === text) {
      files.set(file, content);
      continue;
    }
    altered += 1;
    put(file, text, changed);
  }
  if (altered === 0) throw new Error(`Nothing of the build of ${remote} was altered`);
  const entryText = built.get(entry)?.toString() ?? '';
  put(entry, entryText, withReplaced(entryText));
  for (const [file, content] of built)
    if (/^web\/.*\.json$/.test(file)) files.set(file, Buffer.from(withReplaced(content.toString())));
  return createUpload(remote, version, files);
};

/** A remote's build with one text replaced. */
export const alteredUpload = (
  remote: RemoteId,
  version: string,
  {
    from,
    to,
    targets = ['web', 'node'],
  }: { readonly from: string; readonly to: string; readonly targets?: readonly string[] },
): Promise<ReleaseUpload> =>
  rebuiltUpload(remote, version, (text, target) => (targets.includes(target) ? text.replaceAll(from, to) : text));

/**
 * A separate registry with the same releases, for tests that change what is live without affecting other tests.
 */
export const createReleases = (name: string) => {
  const directory = path.join(path.dirname(registryDirectory), `registry-${name}`);
  fs.rmSync(directory, { recursive: true, force: true });
  fs.cpSync(registryDirectory, directory, { recursive: true });
  const registry = new Registry(new FileStorage(directory));
  const context = () => ({ by: BY, now: new Date() });
  return {
    directory,
    registry,
    publish: (upload: ReleaseUpload) => publishRelease(registry, upload, BY, new Date()),
    promote: async (set: ReleaseSet): Promise<void> => void (await promote(registry, set, context())),
    rollBack: (remote: RemoteId) => rollback(registry, remote, undefined, context()),
    canary: async (remote: RemoteId, version: string, weight: number): Promise<void> =>
      void (await startCanary(registry, remote, version, weight, context())),
    liveVersion: async (remote: RemoteId): Promise<string> => (await registry.readComposition()).live[remote] ?? '',
    /** Damages files of a published release on disk. */
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
