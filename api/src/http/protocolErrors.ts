import { handleClientErrors } from '@shop/server-kit/http/handleClientErrors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECURITY_HEADERS } from './securityHeaders';
import { SHOP_ERRORS } from './ShopError';

const buildErrorResponse = (code: 'INVALID_REQUEST' | 'NOT_FOUND') => {
  const [status, message] = SHOP_ERRORS[code];
  return { status, body: { status: false, success: false, code, message } };
};

/** Handles URLs that cannot be decoded or have an overlong parameter: they reach no route, hook or error handler. */
export const handleInvalidUrl = (
  { code }: { readonly code: string },
  _request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const { status, body } = buildErrorResponse(code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'NOT_FOUND' : 'INVALID_REQUEST');
  void reply.code(status).headers(SECURITY_HEADERS).header('cache-control', 'no-store').send(body);
};

/** Handles requests that are not HTTP or whose headers are too large. */
export const handleMalformedRequest = handleClientErrors({
  headers: { ...SECURITY_HEADERS, 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' },
  text: JSON.stringify(buildErrorResponse('INVALID_REQUEST').body),
});
