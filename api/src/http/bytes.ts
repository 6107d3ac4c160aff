import { closeUnreadBodies } from '@shop/server-kit/http/closeUnreadBodies';
import { BYTES_TYPE } from '@shop/contracts';
import type { FastifyInstance, FastifySchema } from 'fastify';

/**
 * Bodies of this scope are files, which nothing parses: handlers read them as they arrive. One that is refused is not
 * read to its end.
 */
export const acceptBytes = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(BYTES_TYPE, (_request, _payload, done) => done(null, null));
  closeUnreadBodies(scope);
};

/** The schema of a route as the documentation has it. */
export const describeBytes = (
  schema: FastifySchema | undefined,
  bytes: { readonly maxBytes: number } | undefined,
): FastifySchema =>
  bytes === undefined
    ? (schema ?? {})
    : {
        ...schema,
        consumes: [BYTES_TYPE],
        body: { type: 'string', format: 'binary', maxLength: bytes.maxBytes },
      };
