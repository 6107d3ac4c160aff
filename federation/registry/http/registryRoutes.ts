import multipart from '@fastify/multipart';
import * as Type from '@sinclair/typebox';
import type { Static, TSchema } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRemoteId, type RemoteId } from '@shop/runtime/remotes';
import { toCaller } from '../access/Caller';
import { RefusedCallCounter } from '../access/RefusedCallCounter';
import { findBearer, requireRights, type Bearer } from '../access/tokens';
import { DEFAULT_LINK_HOURS } from '../access/overrideLinks';
import { DEFAULT_RETENTION_DAYS } from '../collectGarbage';
import { createDirectAccess, type AccessSettings } from '../createDirectAccess';
import type { Registry } from '../Registry';
import { isStorageUnavailable } from '../storage/FileStorage';
import { RegistryError, type RegistryErrorCode } from '../RegistryError';
import type { ReleaseSet } from '../compositionFile';
import { createUploadReceiver } from './receiveUpload';
import { SingleLine } from '../SingleLine';

/** Enough time for an operator to free some disk space. */
const RETRY_AFTER_S = '10';
/** Limit for all bodies except uploads. */
const BODY_LIMIT_BYTES = 32_768;
const MAX_LINK_HOURS = 24 * 30;

const STATUS: Readonly<Record<RegistryErrorCode, number>> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  unknown: 404,
  conflict: 409,
  refused: 422,
};

const Text = SingleLine({ maxLength: 200 });
const ClosedObject = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
const Promotion = ClosedObject({
  set: Type.Record(Text, Text, { minProperties: 1 }),
  reason: Type.Optional(Text),
  /** Go live in steps if the registry is configured for it. */
  inSteps: Type.Optional(Type.Boolean()),
});
const CanaryRequest = ClosedObject({
  version: Text,
  weight: Type.Number({ minimum: 0, maximum: 100 }),
});
const RollbackRequest = ClosedObject({ to: Type.Optional(Text), reason: Type.Optional(Text) });
const RevertRequest = ClosedObject({ id: Text });
const GarbageRequest = ClosedObject({
  keptDays: Type.Optional(Type.Number({ minimum: 0 })),
  dryRun: Type.Optional(Type.Boolean()),
});
const LinkRequest = ClosedObject({
  version: Text,
  hours: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: MAX_LINK_HOURS })),
});
const WebhookRequestBody = ClosedObject({
  url: Type.String({ maxLength: 1_000 }),
  remotes: Type.Array(Text, { maxItems: 100 }),
});

const parseBody = <S extends TSchema>(schema: S, body: unknown): Static<S> => {
  if (!Check(schema, body))
    throw new RegistryError(
      'invalid',
      'The request is invalid: a field is missing, unknown, too long, or contains control characters',
    );
  return body;
};

const requireRemote = (remote: string): RemoteId => {
  if (!isRemoteId(remote)) throw new RegistryError('unknown', `"${remote}" is not a valid remote name`);
  return remote;
};
// the route's own parameter
const getRemoteParam = (request: FastifyRequest): RemoteId =>
  requireRemote((request.params as { remote: string }).remote);
const getIdParam = (request: FastifyRequest): string => (request.params as { id: string }).id;

const isReleaseSet = (set: Readonly<Record<string, string>>): set is ReleaseSet => Object.keys(set).every(isRemoteId);

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
      return reply.code(STATUS[error.code]).send({ code: error.code, message: error.message, reasons: error.reasons });
    if (isStorageUnavailable(error))
      return reply
        .code(503)
        .header('retry-after', RETRY_AFTER_S)
        .send({ code: 'unavailable', message: 'The registry cannot write at the moment. Please try again.' });
    const status =
      typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number'
        ? error.statusCode
        : 500;
    if (status < 500 || error instanceof SyntaxError)
      return reply
        .code(status < 500 ? status : 400)
        .send({ code: 'invalid', message: error instanceof Error ? error.message : 'The request cannot be parsed' });
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

  /**
   * Returns access for the caller.
   * @throws {RegistryError} `forbidden` if the caller has no rights on one of the remotes.
   */
  const requireAccess = async (request: FastifyRequest, remotes: readonly string[]) => {
    const bearer = getBearer(request);
    try {
      requireRights(bearer, remotes);
    } catch (error) {
      await registry.audit({
        at: new Date(),
        by: bearer.name,
        action: `${request.method} ${request.routeOptions.url ?? ''}`,
        outcome: 'forbidden',
        details: { remotes },
      });
      throw error;
    }
    return createDirectAccess(registry, toCaller(bearer), settings);
  };

  // Every team may read everything; without a token, nothing is readable.
  app.get('/composition', async (request) => (await requireAccess(request, [])).readComposition());
  app.get('/remotes', async (request) => (await requireAccess(request, [])).listRemotes());
  app.get('/remotes/:remote/releases', async (request) =>
    (await requireAccess(request, [])).listReleases(getRemoteParam(request)),
  );

  const receiveUpload = createUploadReceiver();
  app.post('/remotes/:remote/releases', async (request, reply) => {
    const remote = getRemoteParam(request);
    const access = await requireAccess(request, [remote]); // before any of the body is read
    return reply
      .code(201)
      .send(await receiveUpload(request, getBearer(request).name, (upload) => access.publish({ ...upload, remote })));
  });
  app.post('/promotions', async (request) => {
    const { set, reason, inSteps } = parseBody(Promotion, request.body);
    if (!isReleaseSet(set))
      throw new RegistryError('invalid', `Not all of ${Object.keys(set).join(', ')} are valid remote names`);
    const access = await requireAccess(request, Object.keys(set));
    return inSteps === true ? access.goLive(set, reason) : access.promote(set, reason);
  });
  app.put('/remotes/:remote/canary', async (request, reply) => {
    const remote = getRemoteParam(request);
    const { version, weight } = parseBody(CanaryRequest, request.body);
    await (await requireAccess(request, [remote])).showCanary(remote, version, weight);
    return reply.code(204).send();
  });
  app.delete('/remotes/:remote/canary', async (request, reply) => {
    const remote = getRemoteParam(request);
    await (await requireAccess(request, [remote])).endCanary(remote);
    return reply.code(204).send();
  });
  app.post('/remotes/:remote/rollback', async (request) => {
    const remote = getRemoteParam(request);
    const { to, reason } = parseBody(RollbackRequest, request.body ?? {});
    return { version: await (await requireAccess(request, [remote])).rollBack(remote, to, reason) };
  });
  app.post('/take-back', async (request, reply) => {
    await (await requireAccess(request, [])).revertChange(parseBody(RevertRequest, request.body).id);
    return reply.code(204).send();
  });
  app.post('/gc', async (request) => {
    const { keptDays = DEFAULT_RETENTION_DAYS, dryRun = false } = parseBody(GarbageRequest, request.body ?? {});
    return (await requireAccess(request, ['every remote'])).collectGarbage({ keptDays, dryRun });
  });
  app.post('/remotes/:remote/links', async (request) => {
    const remote = getRemoteParam(request);
    const { version, hours = DEFAULT_LINK_HOURS } = parseBody(LinkRequest, request.body);
    return { query: await (await requireAccess(request, [remote])).createLink(remote, version, hours) };
  });

  // Operators manage all webhooks, teams those of their own remotes.
  app.get('/webhooks', async (request) => (await requireAccess(request, [])).listWebhooks());
  app.post('/webhooks', async (request, reply) => {
    const { url, remotes } = parseBody(WebhookRequestBody, request.body);
    const named = remotes.map(requireRemote);
    return reply.code(201).send(await (await requireAccess(request, named)).addWebhook({ url, remotes: named }));
  });
  app.delete('/webhooks/:id', async (request, reply) => {
    await (await requireAccess(request, [])).removeWebhook(getIdParam(request));
    return reply.code(204).send();
  });
  app.post('/webhooks/:id/test', async (request) => ({
    problem: await (await requireAccess(request, [])).testWebhook(getIdParam(request)),
  }));
};
