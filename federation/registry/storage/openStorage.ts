import path from 'node:path';
import { FileStorage } from './FileStorage';
import type { RegistryStorage } from './RegistryStorage';

const repositoryRoot = path.resolve(__dirname, '../../..');

/**
 * Opens the storage that the environment configures: the bucket REGISTRY_S3_BUCKET (with REGISTRY_S3_PREFIX,
 * REGISTRY_S3_ENDPOINT, REGISTRY_S3_REGION, and credentials where the AWS SDK finds them), else the directory
 * REGISTRY_DIR, else `.data/registry`. Relative paths start at the repository, so that servers and commands use the
 * same one. `createIfMissing`: whether a missing directory is created.
 */
export const openStorage = async (
  environment: NodeJS.ProcessEnv,
  createIfMissing: boolean,
): Promise<RegistryStorage> => {
  const bucket = environment['REGISTRY_S3_BUCKET'];
  if (!bucket)
    return new FileStorage(path.resolve(repositoryRoot, environment['REGISTRY_DIR'] || '.data/registry'), {
      createIfMissing,
    });
  const { S3Storage } = await import('./S3Storage'); // loaded on demand: it takes a second
  const endpoint = environment['REGISTRY_S3_ENDPOINT'];
  const prefix = environment['REGISTRY_S3_PREFIX'];
  return new S3Storage({
    bucket,
    region: environment['REGISTRY_S3_REGION'] || 'us-east-1',
    ...(prefix ? { prefix } : {}),
    // Self-hosted servers are addressed by path, because their buckets have no DNS names.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  });
};
