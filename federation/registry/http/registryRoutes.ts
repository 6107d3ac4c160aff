import multipart from '@fastify/multipart';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toCaller } from '../access/Caller';
import { RefusedCallCounter } from '../access/RefusedCallCounter';
import { findBearer, type Bearer } from '../access/tokens';
import { requireOperationRights, runOperation } from '../operations/createDirectAccess';
import type { AccessSettings, Operation } from '../operations/Operation';
import { operations } from '../operations/operations';
import type { Registry } from '../Registry';
import { ERROR_STATUS, RegistryError } from '../RegistryError';
import { isStorageUnavailable } from '@shop/server-kit/storage/isStorageUnavailable';
import { createUploadReceiver, UploadTooLarge } from './receiveUpload';

/** Enough time for an operator to free some disk space. */
const RETRY_AFTER_S = '10';
/** Limit for all bodies except uploads. */
const BODY_LIMIT_BYTES = 32_768;

/** Parameters of the path take precedence over the body. */
const readInput = ({ input, isUpload }: Operation, { body, params }: FastifyRequest): object => {
  const given = { ...(isUpload ? {} : (body as object)), ...(params as object) };
  if (!Check(input, given))
    throw new RegistryError(
      'invalid',
      'The request is invalid: a field is missing, unknown, too long, or contains control characters',
    );
  return given;
};

/**
 * The registry's HTTP API, which `npm run remote` uses if REGISTRY_URL is set. Paths are relative to the prefix it is
 * registered with.
 */
export const registryRoutes = async (
  app: FastifyInstance,
  { registry, ...settings }: { readonly registry: Registry } & AccessSettings,
): Promise<void> => {
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= BODY_LIMIT_BYTES;
  });
  await app.register(multipart);

  app.setErrorHandler((error, request, reply): FastifyReply => {
    if (error instanceof RegistryError)
      return reply
        .code(ERROR_STATUS[error.code])
        .send({ code: error.code, message: error.message, reasons: error.reasons });
    if (isStorageUnavailable(error))
      return reply.code(503).header('retry-after', RETRY_AFTER_S).send({
        code: 'unavailable',
        message: 'The registry cannot be read or written at the moment. Please try again.',
      });
    const status =
      typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number'
        ? error.statusCode
        : 500;
    if (status < 500 || error instanceof SyntaxError)
      return reply.code(status < 500 ? status : 400).send({
        code: error instanceof UploadTooLarge ? 'refused' : 'invalid',
        message: error instanceof Error ? error.message : 'The request cannot be parsed',
      });
    request.log.error(error);
    return reply.code(500).send({ code: 'failed', message: 'The registry failed; see its log' });
  });

  const bearers = new WeakMap<FastifyRequest, Bearer>();
  const refusedCalls = new RefusedCallCounter(registry);
  app.addHook('onClose', () => refusedCalls.flush());

  // Authenticates by the headers, before any of the body is read.
  app.addHook('onRequest', async (request) => {
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ');
    delete request.headers.authorization; // the multipart parser logs headers
    const bearer = scheme === 'Bearer' ? await findBearer(registry, token) : undefined;
    if (bearer) return void bearers.set(request, bearer);
    await refusedCalls.countCall(`${request.method} ${request.routeOptions.url ?? ''}`, new Date());
    throw new RegistryError('unauthorized', 'No token, or an unknown one: send Authorization: Bearer <token>');
  });

  const getBearer = (request: FastifyRequest): Bearer => {
    const bearer = bearers.get(request);
    if (!bearer) throw new RegistryError('unauthorized', 'No token');
    return bearer;
  };

  const receiveUpload = createUploadReceiver();
  for (const operation of Object.values<Operation>(operations)) {
    const [method = '', url = ''] = operation.route.split(' ');
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        const caller = toCaller(getBearer(request));
        const input = readInput(operation, request);
        const run = (given: object) => runOperation(registry, caller, settings, operation, given);
        // An upload is refused before any of it is read.
        if (operation.isUpload) await requireOperationRights(registry, caller, operation, input);
        const result = operation.isUpload
          ? await receiveUpload(request, caller.name, (upload) => run({ ...upload, ...input }))
          : await run(input);
        return result === undefined ? reply.code(204).send() : reply.send(result);
      },
    });
  }
};
