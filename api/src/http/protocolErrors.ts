import { handleClientErrors } from '@shop/observability/handleClientErrors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECURITY_HEADERS } from './securityHeaders';
import { SHOP_ERRORS } from './ShopError';

const refusal = (code: 'INVALID_REQUEST' | 'NOT_FOUND') => {
  const [status, message] = SHOP_ERRORS[code];
  return { status, body: { status: false, success: false, code, message } };
};

/**
 * An address that cannot be decoded reaches no route and no hook; a name longer than any is nobody's. Told as every
 * other failure is, without repeating it.
 */
export const handleInvalidUrl = (
  { code }: { readonly code: string },
  _request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const { status, body } = refusal(code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'NOT_FOUND' : 'INVALID_REQUEST');
  void reply.code(status).headers(SECURITY_HEADERS).header('cache-control', 'no-store').send(body);
};

/** What is no HTTP, or more than a request's head may be. */
export const handleMalformedRequest = handleClientErrors({
  headers: { ...SECURITY_HEADERS, 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' },
  text: JSON.stringify(refusal('INVALID_REQUEST').body),
});
