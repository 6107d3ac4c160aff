import path from 'node:path';
import { FileStorage } from '@shop/server-kit/storage/FileStorage';
import { openBucket } from '@shop/server-kit/storage/openBucket';
import type { ObjectStorage } from '@shop/server-kit/storage/ObjectStorage';

const repositoryRoot = path.resolve(__dirname, '../../..');

/**
 * Opens the storage that the environment configures: the bucket REGISTRY_S3_BUCKET (openBucket), else the directory
 * REGISTRY_DIR, else `.data/registry`. Relative paths start at the repository, so that servers and commands use the
 * same one. `createIfMissing`: whether a missing directory is created.
 */
export const openStorage = async (environment: NodeJS.ProcessEnv, createIfMissing: boolean): Promise<ObjectStorage> => {
  const directory = environment['REGISTRY_DIR'] || '.data/registry';
  return (
    (await openBucket(environment, 'REGISTRY')) ??
    new FileStorage(path.resolve(repositoryRoot, directory), { createIfMissing })
  );
};
