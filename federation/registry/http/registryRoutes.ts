import multipart from '@fastify/multipart';
import * as Type from '@sinclair/typebox';
import type { Static, TSchema } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRemoteId, type RemoteId } from '../../remotes';
import { RefusedCalls } from '../access/RefusedCalls';
import { findBearer, requireRights, type Bearer } from '../access/tokens';
import { DEFAULT_LINK_HOURS } from '../access/overrideLinks';
import { callerOf } from '../policies/Caller';
import { DEFAULT_KEPT_DAYS } from '../collectGarbage';
import { directAccess, type AccessSettings } from '../directAccess';
import type { Registry } from '../Registry';
import { isStorageFull } from '../storage/FileStorage';
import { RegistryError, type RegistryErrorCode } from '../RegistryError';
import type { ReleaseSet } from '../compositionFile';
import { WebhookEvent } from '../webhooks/releaseEvents';
import { createUploadReceiver } from './receiveUpload';
import { SingleLine } from '../SingleLine';

/** Until an operator may have made room. */
const RETRY_AFTER_S = '10';
/** Of every body but an upload's. */
const BODY_LIMIT_BYTES = 32_768;
const LONGEST_LINK_HOURS = 24 * 30;

const STATUS: Readonly<Record<RegistryErrorCode, number>> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  unknown: 404,
  conflict: 409,
  refused: 422,
  frozen: 423,
  unapproved: 403,
};

const Text = SingleLine({ maxLength: 200 });
const Closed = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
const Why = SingleLine({ minLength: 1, maxLength: 200 });
const ExceptionsRequest = Closed({ duringFreeze: Type.Optional(Why), withoutSecondPerson: Type.Optional(Why) });
const Promotion = Closed({
  set: Type.Record(Text, Text, { minProperties: 1 }),
  reason: Type.Optional(Text),
  /** In steps, where this registry makes releases live so. */
  inSteps: Type.Optional(Type.Boolean()),
  exceptions: Type.Optional(ExceptionsRequest),
});
const CanaryRequest = Closed({
  version: Text,
  weight: Type.Number({ minimum: 0, maximum: 100 }),
  exceptions: Type.Optional(ExceptionsRequest),
});
const FreezeRequestBody = Closed({
  from: Type.Optional(Text),
  to: Text,
  remotes: Type.Array(Text, { maxItems: 100 }),
  reason: Text,
});
const RollbackRequest = Closed({ to: Type.Optional(Text), reason: Type.Optional(Text) });
const TakeBackRequest = Closed({ id: Text });
const GarbageRequest = Closed({
  keptDays: Type.Optional(Type.Number({ minimum: 0 })),
  dryRun: Type.Optional(Type.Boolean()),
});
const LinkRequest = Closed({
  version: Text,
  hours: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: LONGEST_LINK_HOURS })),
});
const RefusalRequest = Closed({ reason: Type.Optional(Text) });
const WebhookRequestBody = Closed({
  url: Type.String({ maxLength: 1_000 }),
  remotes: Type.Array(Text, { maxItems: 100 }),
  events: Type.Array(WebhookEvent, { maxItems: 10 }),
});

const read = <S extends TSchema>(schema: S, body: unknown): Static<S> => {
  if (!Check(schema, body))
    throw new RegistryError(
      'invalid',
      'This is not what the registry was asked with: a field is missing, unknown, too long, or has control characters',
    );
  return body;
};

const requireRemote = (remote: string): RemoteId => {
  if (!isRemoteId(remote)) throw new RegistryError('unknown', `"${remote}" is no name of a remote`);
  return remote;
};
// the route's own parameter
const remoteOf = (request: FastifyRequest): RemoteId => requireRemote((request.params as { remote: string }).remote);
const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id; // the route's own parameter

const isSet = (set: Readonly<Record<string, string>>): set is ReleaseSet => Object.keys(set).every(isRemoteId);

/**
 * The registry's HTTP API, under the prefix it is registered with: what `npm run remote` asks when REGISTRY_URL is set.
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
    if (isStorageFull(error))
      return reply
        .code(503)
        .header('retry-after', RETRY_AFTER_S)
        .send({ code: 'unavailable', message: 'The registry cannot write just now. Please try again.' });
    const status =
      typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number'
        ? error.statusCode
        : 500;
    if (status < 500 || error instanceof SyntaxError)
      return reply
        .code(status < 500 ? status : 400)
        .send({ code: 'invalid', message: error instanceof Error ? error.message : 'This cannot be read' });
    request.log.error(error);
    return reply.code(500).send({ code: 'failed', message: 'The registry failed; its log says why' });
  });

  const bearers = new WeakMap<FastifyRequest, Bearer>();
  const refusedCalls = new RefusedCalls(registry);
  app.addHook('onClose', () => refusedCalls.flush());

  // By its head: nothing of a body is read for whoever has no token.
  app.addHook('onRequest', async (request) => {
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ');
    delete request.headers.authorization; // the multipart parser writes the headers it is given into a detailed log
    const bearer = scheme === 'Bearer' ? await findBearer(registry, token) : undefined;
    if (bearer) return void bearers.set(request, bearer);
    await refusedCalls.count(`${request.method} ${request.routeOptions.url ?? ''}`, new Date());
    throw new RegistryError('unauthorized', 'No token, or one that is not known: Authorization: Bearer <token>');
  });

  const getBearerToken = (request: FastifyRequest): Bearer => {
    const bearer = bearers.get(request);
    if (!bearer) throw new RegistryError('unauthorized', 'No token');
    return bearer;
  };

  /** Access for whoever asks, where all of the remotes are theirs. */
  const accessFor = async (request: FastifyRequest, remotes: readonly string[]) => {
    const bearer = getBearerToken(request);
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
    return directAccess(registry, callerOf(bearer), settings);
  };

  // Every team may see everything; whoever has no token sees nothing.
  app.get('/composition', async (request) => (await accessFor(request, [])).composition());
  app.get('/remotes', async (request) => (await accessFor(request, [])).remotes());
  app.get('/remotes/:remote/releases', async (request) => (await accessFor(request, [])).releases(remoteOf(request)));

  const receiveUpload = createUploadReceiver();
  app.post('/remotes/:remote/releases', async (request, reply) => {
    const remote = remoteOf(request);
    const access = await accessFor(request, [remote]); // before a byte of the body is read
    return reply
      .code(201)
      .send(
        await receiveUpload(request, getBearerToken(request).name, (upload) => access.publish({ ...upload, remote })),
      );
  });
  app.post('/promotions', async (request) => {
    const { set, reason, inSteps, exceptions } = read(Promotion, request.body);
    if (!isSet(set))
      throw new RegistryError('invalid', `Not all of ${Object.keys(set).join(', ')} are names of remotes`);
    const access = await accessFor(request, Object.keys(set));
    return inSteps === true ? access.goLive(set, reason, exceptions) : access.promote(set, reason, exceptions);
  });
  app.put('/remotes/:remote/canary', async (request, reply) => {
    const remote = remoteOf(request);
    const { version, weight, exceptions } = read(CanaryRequest, request.body);
    const { waiting } = await (await accessFor(request, [remote])).canary(remote, version, weight, exceptions);
    return waiting ? reply.code(202).send({ waiting }) : reply.code(204).send();
  });
  app.delete('/remotes/:remote/canary', async (request, reply) => {
    const remote = remoteOf(request);
    await (await accessFor(request, [remote])).endCanary(remote);
    return reply.code(204).send();
  });
  app.post('/remotes/:remote/rollback', async (request) => {
    const remote = remoteOf(request);
    const { to, reason } = read(RollbackRequest, request.body ?? {});
    return { version: await (await accessFor(request, [remote])).rollback(remote, to, reason) };
  });
  app.post('/take-back', async (request, reply) => {
    await (await accessFor(request, [])).revertChange(read(TakeBackRequest, request.body).id);
    return reply.code(204).send();
  });
  app.post('/gc', async (request) => {
    const { keptDays = DEFAULT_KEPT_DAYS, dryRun = false } = read(GarbageRequest, request.body ?? {});
    return (await accessFor(request, ['every remote'])).collectGarbage({ keptDays, dryRun });
  });
  app.post('/remotes/:remote/links', async (request) => {
    const remote = remoteOf(request);
    const { version, hours = DEFAULT_LINK_HOURS } = read(LinkRequest, request.body);
    return { query: await (await accessFor(request, [remote])).link(remote, version, hours) };
  });

  // Every team sees the windows that hold it. Who may set and end which is said where that is done.
  app.get('/freezes', async (request) => (await accessFor(request, [])).freezes());
  app.post('/freezes', async (request, reply) => {
    const { remotes, ...freeze } = read(FreezeRequestBody, request.body);
    const named = remotes.map(requireRemote);
    return reply.code(201).send(await (await accessFor(request, named)).freeze({ ...freeze, remotes: named }));
  });
  app.delete('/freezes/:id', async (request, reply) => {
    await (await accessFor(request, [])).endFreeze(idOf(request));
    return reply.code(204).send();
  });

  // Every team sees what waits. Who may approve and decline is said where that is done: those of its remotes, and not
  // who asked.
  app.get('/requests', async (request) => (await accessFor(request, [])).requests());
  app.post('/requests/:id/approval', async (request) => (await accessFor(request, [])).approve(idOf(request)));
  app.post('/requests/:id/refusal', async (request, reply) => {
    await (await accessFor(request, [])).decline(idOf(request), read(RefusalRequest, request.body ?? {}).reason);
    return reply.code(204).send();
  });

  // An operator's are all of them, a team's those of its own remotes.
  app.get('/webhooks', async (request) => (await accessFor(request, [])).webhooks());
  app.post('/webhooks', async (request, reply) => {
    const { remotes, ...webhook } = read(WebhookRequestBody, request.body);
    const named = remotes.map(requireRemote);
    return reply.code(201).send(await (await accessFor(request, named)).addWebhook({ ...webhook, remotes: named }));
  });
  app.delete('/webhooks/:id', async (request, reply) => {
    await (await accessFor(request, [])).removeWebhook(idOf(request));
    return reply.code(204).send();
  });
  app.post('/webhooks/:id/test', async (request) => ({
    problem: await (await accessFor(request, [])).testWebhook(idOf(request)),
  }));
};
