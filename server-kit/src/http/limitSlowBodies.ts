import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasBody } from './closeUnreadBodies';

/**
 * Gives bodies less time than the server's `requestTimeout`, which some routes need for uploads: a body that is not
 * here after `limitMs` ends as Node ends it then, with 408.
 */
export const limitSlowBodies = (
  app: FastifyInstance,
  limitMs: number,
  isUpload: (request: FastifyRequest) => boolean,
): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    // Requests that tests inject have no socket.
    if (raw.socket instanceof Socket && hasBody(raw) && !raw.complete && !isUpload(request)) {
      const timer = setTimeout(() => {
        const error = Object.assign(new Error('The body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
        if (!raw.complete) app.server.emit('clientError', error, raw.socket);
      }, limitMs).unref();
      raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
    }
    done();
  });
};
