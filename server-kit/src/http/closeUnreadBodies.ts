import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Bytes still read after a refusal, so that the sender gets to read the response. */
const MAX_BYTES_AFTER_RESPONSE = 65_536;
const CLOSE_AFTER_MS = 2_000;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const limitReading = (request: IncomingMessage): void => {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_BYTES_AFTER_RESPONSE) request.pause();
  });
};

/**
 * Stops reading a body after an early response and closes the connection. By default Node reads such a body to its end,
 * however long the client keeps sending.
 */
export const closeUnreadBodies = (app: FastifyInstance): void => {
  // Must run before the response is sent: Node discards a body without listeners and never pauses it.
  app.addHook('onSend', async ({ raw }) => {
    if (hasBody(raw) && !raw.complete && raw.readableFlowing === null) limitReading(raw);
  });
  app.addHook('onResponse', async ({ raw }) => {
    if (!hasBody(raw) || raw.complete || raw.destroyed) return;
    limitReading(raw);
    const timer = setTimeout(() => raw.destroy(), CLOSE_AFTER_MS).unref(); // and with it the connection
    raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
  });
};
