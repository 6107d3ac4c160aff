import path from 'node:path';
import { FileStorage } from './FileStorage';
import type { RegistryStorage } from './RegistryStorage';

const repositoryRoot = path.resolve(__dirname, '../../..');

/**
 * The registry that the environment names: a bucket by REGISTRY_S3_BUCKET (with REGISTRY_S3_PREFIX,
 * REGISTRY_S3_ENDPOINT, REGISTRY_S3_REGION, and credentials where the AWS SDK looks for them), else the directory
 * REGISTRY_DIR, else `.data/registry`. A relative path begins at the repository, wherever a command was started:
 * servers and command line mean the same one. `isMade`: a directory that is not there is made.
 */
export const openStorage = async (environment: NodeJS.ProcessEnv, isMade: boolean): Promise<RegistryStorage> => {
  const bucket = environment['REGISTRY_S3_BUCKET'];
  if (!bucket)
    return new FileStorage(path.resolve(repositoryRoot, environment['REGISTRY_DIR'] || '.data/registry'), { isMade });
  const { S3Storage } = await import('./S3Storage'); // a second of work that a directory does not need
  const endpoint = environment['REGISTRY_S3_ENDPOINT'];
  const prefix = environment['REGISTRY_S3_PREFIX'];
  return new S3Storage({
    bucket,
    region: environment['REGISTRY_S3_REGION'] || 'us-east-1',
    ...(prefix ? { prefix } : {}),
    // A server of one's own is asked by path: its buckets have no names of their own in the DNS.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  });
};
