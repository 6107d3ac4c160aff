import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECURITY_HEADERS } from './securityHeaders';
import { SHOP_ERRORS } from './ShopError';

const refusal = (code: 'INVALID_REQUEST' | 'NOT_FOUND') => {
  const [status, message] = SHOP_ERRORS[code];
  return { status, body: { status: false, success: false, code, message } };
};

/** An address that cannot be decoded reaches no route and no hook; a name longer than any is nobody's. Told as every other failure is, without repeating it. */
export const answerBadAddress = ({ code }: { readonly code: string }, _request: FastifyRequest, reply: FastifyReply): void => {
  const { status, body } = refusal(code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'NOT_FOUND' : 'INVALID_REQUEST');
  void reply.code(status).headers(SECURITY_HEADERS).header('cache-control', 'no-store').send(body);
};

const STATUS_OF: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** What is no HTTP, or more than a request's head may be, is answered on the socket: there is no request yet. */
export const answerBrokenRequest = (error: Error & { readonly code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = STATUS_OF[error.code ?? ''] ?? 400;
  const text = JSON.stringify(refusal('INVALID_REQUEST').body);
  const headers = { ...SECURITY_HEADERS, 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text), connection: 'close' };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${text}`);
  socket.destroy(error);
};
