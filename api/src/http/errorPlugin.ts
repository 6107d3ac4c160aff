import { describeError } from '@shop/server-kit/observability/describeError';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiMetrics } from '../observability/apiMetrics';
import { isDatabaseUnavailable } from './isDatabaseUnavailable';
import { SHOP_ERRORS, ShopError } from './ShopError';
import { explainFields, type FieldTexts } from './explainFields';

const RETRY_AFTER_S = 2;
/** PostgreSQL's code for text with a NUL. It can only come from a URL: requireWellFormedBodies checks bodies. */
const UNTRANSLATABLE_CHARACTER = '22021';

const toShopError = (error: FastifyError, request: FastifyRequest, fieldTexts: FieldTexts): ShopError => {
  if (error instanceof ShopError) return error;
  if (error.validation) {
    const fields = explainFields(error.validation, fieldTexts);
    const { chooseValidationCode } = request.routeOptions.config;
    return new ShopError(chooseValidationCode?.(Object.keys(fields)) ?? 'INVALID_REQUEST', { fields });
  }
  if (isDatabaseUnavailable(error)) return new ShopError('UNAVAILABLE');
  if (error.code === UNTRANSLATABLE_CHARACTER) return new ShopError('INVALID_REQUEST');
  // Fastify's own errors: malformed JSON, a body that is too large, a content type other than JSON.
  if (error.statusCode !== undefined && error.statusCode < 500) return new ShopError('INVALID_REQUEST');
  request.log.error({ err: describeError(error) }, 'request failed');
  return new ShopError('INTERNAL');
};

const sendError = (reply: FastifyReply, error: ShopError, status: number = error.status): FastifyReply => {
  const { retryAfterS = status === 503 ? RETRY_AFTER_S : undefined, ...details } = error.details;
  if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS));
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ status: false, success: false, code: error.code, message: error.message, ...details });
};

/** Turns every failure into `{ status: false, message, code }`, without a stack or internals. */
export const errorPlugin = (app: FastifyInstance, metrics: ApiMetrics, fieldTexts: FieldTexts): void => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const shopError = toShopError(error, request, fieldTexts);
    metrics.countRefusal(shopError, request.routeOptions.url);
    const isFastifyError =
      !(error instanceof ShopError) && !error.validation && error.statusCode !== undefined && error.statusCode < 500;
    return sendError(reply, shopError, isFastifyError ? error.statusCode : shopError.status);
  });
  app.setNotFoundHandler((_request, reply) => sendError(reply, new ShopError('NOT_FOUND'), SHOP_ERRORS.NOT_FOUND[0]));
};
