import { resolvePath } from '@shop/server-kit/configuration/resolvePath';
import { FileStorage } from '@shop/server-kit/storage/FileStorage';
import { openBucket } from '@shop/server-kit/storage/openBucket';
import type { PictureStorage } from './makeSizes';

/** Opens where hosts find pictures: the bucket MEDIA_S3_BUCKET, or MEDIA_DIR. */
export const openPictureStorage = async (environment: NodeJS.ProcessEnv): Promise<PictureStorage> =>
  (await openBucket(environment, 'MEDIA')) ?? new FileStorage(resolvePath(environment['MEDIA_DIR'] || '.data/media'));
