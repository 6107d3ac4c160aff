import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { FileStorage, type RegistryStorage } from '..';
import { S3Storage } from '../storage/S3Storage';
import { startS3 } from './startS3';

export interface OpenedStorage {
  readonly storage: RegistryStorage;
  readonly close: () => Promise<void>;
}

/** All kinds of storage, initially empty, on their real backends. */
export const storages: readonly (readonly [name: string, open: () => Promise<OpenedStorage>])[] = [
  [
    'a directory',
    async () => {
      const workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'registry-'));
      return { storage: new FileStorage(workspace), close: () => fs.rm(workspace, { recursive: true, force: true }) };
    },
  ],
  [
    'an S3 bucket',
    async () => {
      const s3 = await startS3();
      return { storage: new S3Storage(s3.options), close: () => s3.stop() };
    },
  ],
];

/** Copies releases, which is faster than publishing them again. Nothing may be live in `from`. */
export const copyReleases = async (from: RegistryStorage, to: RegistryStorage): Promise<void> => {
  for (const key of await from.list('')) await to.write(key, (await from.read(key))?.body ?? '');
};
