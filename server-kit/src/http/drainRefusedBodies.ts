import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const MAX_DRAINED_BYTES = 8 * 1024 * 1024;
const DRAIN_LIMIT_MS = 3_000;
const TOO_LARGE = 413;

const drain = async (message: IncomingMessage, maxBytes: number): Promise<void> => {
  if (message.readableEnded || message.destroyed) return;
  const stopped = new AbortController();
  let bytes = 0;
  const countBytes = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > maxBytes) stopped.abort();
  };
  const stop = (): void => stopped.abort();
  message.on('data', countBytes).once('end', stop).once('close', stop).resume();
  await sleep(DRAIN_LIMIT_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
  message.off('data', countBytes).off('end', stop).off('close', stop);
};

/**
 * Reads the rest of an oversized body before responding 413. A client that is still writing when the connection closes
 * sees a reset instead of the response. After `maxBytes`, the connection is closed, whether or not the client has read
 * the response.
 */
export const drainRefusedBodies = (app: FastifyInstance, maxBytes = MAX_DRAINED_BYTES): void => {
  app.addHook('onError', async (request, _reply, error) => {
    if (error.statusCode === TOO_LARGE) await drain(request.raw, maxBytes);
  });
};
