import { describeError } from '@shop/server-kit/observability/describeError';
import type { FastifyInstance } from 'fastify';
import { PicturesUnavailableError, type PictureCopies } from './PictureCopies';

const RETRY_AFTER_S = '2';

/**
 * Serves pictures of a bucket: those that this machine has, whether or not the bucket answers. `caching` is for
 * `sendFile`.
 */
export const servePictures = (
  app: FastifyInstance,
  pictures: PictureCopies,
  caching: { readonly maxAge: string; readonly immutable: boolean },
): void => {
  app.get<{ Params: { '*': string } }>('/media/*', async (request, reply) => {
    const name = request.params['*'];
    let directory: string | undefined;
    try {
      directory = await pictures.findDirectory(name);
    } catch (error) {
      if (!(error instanceof PicturesUnavailableError)) throw error;
      request.log.warn(
        { reason: error.message, err: error.cause && describeError(error.cause) },
        'a picture is not available',
      );
      return reply.code(503).headers({ 'retry-after': RETRY_AFTER_S, 'cache-control': 'no-store' }).send();
    }
    if (directory === undefined) return reply.callNotFound();
    return reply.header('cross-origin-resource-policy', 'cross-origin').sendFile(name, directory, caching);
  });
};
