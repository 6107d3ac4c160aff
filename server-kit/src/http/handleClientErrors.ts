import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

interface Refusal {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const STATUS_BY_CODE: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/**
 * Fastify's `clientErrorHandler`: responds on the socket to input that is not HTTP, arrives too slowly, or has too
 * large a head. There is no request object yet.
 */
export const handleClientErrors =
  ({ headers, text }: Refusal) =>
  (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const status = STATUS_BY_CODE[error.code ?? ''] ?? 400;
    const head = Object.entries({ ...headers, 'content-length': Buffer.byteLength(text), connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${text}`);
    socket.destroy(error);
  };
