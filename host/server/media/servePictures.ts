import type { FastifyInstance } from 'fastify';
import { PicturesUnavailableError, type PictureCopies } from './PictureCopies';

const RETRY_AFTER_S = '2';

interface PicturesOptions {
  readonly copies: PictureCopies;
  readonly directory: string;
  /** For `sendFile`. */
  readonly caching: { readonly maxAge: string; readonly immutable: boolean };
}

/** Serves pictures of a bucket: those that this machine has, whether or not the bucket answers. */
export const servePictures = (app: FastifyInstance, { copies, directory, caching }: PicturesOptions): void => {
  app.get<{ Params: { '*': string } }>('/media/*', async (request, reply) => {
    const name = request.params['*'];
    try {
      if (!(await copies.has(name))) return reply.callNotFound();
    } catch (error) {
      if (!(error instanceof PicturesUnavailableError)) throw error;
      request.log.warn({ reason: error.message }, 'a picture is not available');
      return reply.code(503).headers({ 'retry-after': RETRY_AFTER_S, 'cache-control': 'no-store' }).send();
    }
    return reply.header('cross-origin-resource-policy', 'cross-origin').sendFile(name, directory, caching);
  });
};
