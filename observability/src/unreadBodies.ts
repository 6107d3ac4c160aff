import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** What is on its way when a request is refused: its sender gets to read the answer. */
const READ_AFTER_ANSWER_BYTES = 65_536;
const CLOSED_AFTER_MS = 2_000;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const limitReading = (request: IncomingMessage): void => {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > READ_AFTER_ANSWER_BYTES) request.pause();
  });
};

/**
 * A request that is answered before its body has come is read no further, and its connection is closed. Node by itself
 * reads such a body to its end, for as long as somebody sends it.
 */
export const closeUnreadBodies = (app: FastifyInstance): void => {
  // Before the answer: what nobody listens to when it is sent, Node throws away without ever pausing.
  app.addHook('onSend', async ({ raw }) => {
    if (hasBody(raw) && !raw.complete && raw.readableFlowing === null) limitReading(raw);
  });
  app.addHook('onResponse', async ({ raw }) => {
    if (!hasBody(raw) || raw.complete || raw.destroyed) return;
    limitReading(raw);
    const timer = setTimeout(() => raw.socket.destroy(), CLOSED_AFTER_MS).unref();
    raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
  });
};
