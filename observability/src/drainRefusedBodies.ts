import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** A client that sends more than this is closed on, whether it has read the answer or not. */
const MAX_DRAINED_BYTES = 8 * 1024 * 1024;
const DRAINED_WITHIN_MS = 3_000;
const TOO_LARGE = 413;

const drain = async (message: IncomingMessage): Promise<void> => {
  if (message.readableEnded || message.destroyed) return;
  const stopped = new AbortController();
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > MAX_DRAINED_BYTES) stopped.abort();
  };
  const stop = (): void => stopped.abort();
  message.on('data', count).once('end', stop).once('close', stop).resume();
  await sleep(DRAINED_WITHIN_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
  message.off('data', count).off('end', stop).off('close', stop);
};

/**
 * Reads the rest of a body that is too large before it is answered: a client that still writes when the connection
 * closes sees a reset, not the answer.
 */
export const drainRefusedBodies = (app: FastifyInstance): void => {
  app.addHook('onError', async (request, _reply, error) => {
    if (error.statusCode === TOO_LARGE) await drain(request.raw);
  });
};
