import { describeError } from '@shop/observability/describeError';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiMetrics } from '../observability/apiMetrics';
import { isDatabaseGone } from './isDatabaseGone';
import { SHOP_ERRORS, ShopError } from './ShopError';
import { explainFields, type FieldTexts } from './explainFields';

const RETRY_AFTER_S = 2;
/** A text with a NUL in it, from an address: bodies are looked at before (requireWellFormedBodies). */
const UNSTORABLE_TEXT = '22021';

const toShopError = (error: FastifyError, request: FastifyRequest, fieldTexts: FieldTexts): ShopError => {
  if (error instanceof ShopError) return error;
  if (error.validation) {
    const fields = explainFields(error.validation, fieldTexts);
    const { chooseValidationCode } = request.routeOptions.config;
    return new ShopError(chooseValidationCode?.(Object.keys(fields)) ?? 'INVALID_REQUEST', { fields });
  }
  if (isDatabaseGone(error)) return new ShopError('UNAVAILABLE');
  if (error.code === UNSTORABLE_TEXT) return new ShopError('INVALID_REQUEST');
  // Fastify's own refusals: malformed JSON, a body too large, a content type that is not JSON.
  if (error.statusCode !== undefined && error.statusCode < 500) return new ShopError('INVALID_REQUEST');
  request.log.error({ err: describeError(error) }, 'request failed');
  return new ShopError('INTERNAL');
};

const send = (reply: FastifyReply, error: ShopError, status: number = error.status): FastifyReply => {
  const { retryAfterS = status === 503 ? RETRY_AFTER_S : undefined, ...details } = error.details;
  if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS));
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ status: false, success: false, code: error.code, message: error.message, ...details });
};

/** Every failure becomes `{ status: false, message, code }`; no stack and no internals leave the process. */
export const errorPlugin = (app: FastifyInstance, metrics: ApiMetrics, fieldTexts: FieldTexts): void => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const shopError = toShopError(error, request, fieldTexts);
    metrics.refused(shopError, request.routeOptions.url);
    const own =
      !(error instanceof ShopError) && !error.validation && error.statusCode !== undefined && error.statusCode < 500;
    return send(reply, shopError, own ? error.statusCode : shopError.status);
  });
  app.setNotFoundHandler((_request, reply) => send(reply, new ShopError('NOT_FOUND'), SHOP_ERRORS.NOT_FOUND[0]));
};
