import type { S3Storage, S3StorageOptions } from './S3Storage';

/**
 * Opens the bucket that the environment configures for `kind`: REGISTRY_S3_BUCKET, with REGISTRY_S3_PREFIX,
 * REGISTRY_S3_ENDPOINT, REGISTRY_S3_REGION, and credentials where the AWS SDK finds them. Returns undefined if it
 * configures none.
 */
export const openBucket = async (
  environment: NodeJS.ProcessEnv,
  kind: 'REGISTRY' | 'MEDIA',
  options: Pick<S3StorageOptions, 'timeoutMs' | 'maxReadMs'> = {},
): Promise<S3Storage | undefined> => {
  const read = (name: string): string | undefined => environment[`${kind}_S3_${name}`];
  const bucket = read('BUCKET');
  if (!bucket) return undefined;
  const { S3Storage } = await import('./S3Storage'); // loaded on demand: it takes a second
  const [endpoint, prefix] = [read('ENDPOINT'), read('PREFIX')];
  return new S3Storage({
    ...options,
    bucket,
    region: read('REGION') || 'us-east-1',
    ...(prefix ? { prefix } : {}),
    // Self-hosted servers are addressed by path, because their buckets have no DNS names.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  });
};
