import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECURITY_HEADERS } from './securityHeaders';

const TEXT = 'This address or request cannot be read. The shop begins at /';
const HEADERS = { ...SECURITY_HEADERS, 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' } as const;

/** An address that cannot be decoded or is too long reaches no route and no hook. Nothing of it is repeated. */
export const answerBadAddress = ({ statusCode = 400 }: { readonly statusCode?: number }, _request: FastifyRequest, reply: FastifyReply): void => {
  void reply.code(statusCode).headers(HEADERS).send(TEXT);
};

const STATUS_OF: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** What is no HTTP, or more than a request's head may be, is answered on the socket: there is no request yet. */
export const answerBrokenRequest = (error: Error & { readonly code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = STATUS_OF[error.code ?? ''] ?? 400;
  const head = Object.entries({ ...HEADERS, 'content-length': Buffer.byteLength(TEXT), connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${TEXT}`);
  socket.destroy(error);
};
