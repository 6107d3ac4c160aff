import * as Type from '@sinclair/typebox';
import type { Static, TSchema } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { isRemoteId } from '@shop/runtime/remotes';
import { CompositionFile } from '../compositionFile';
import { AT_ONCE_REASONS } from '../goLive';
import type { RegistryAccess } from '../RegistryAccess';
import { RegistryError, type RegistryErrorCode } from '../RegistryError';
import { Release } from '../release';
import { Webhook } from '../webhooks/webhooks';

const TIMEOUT_MS = 120_000;
const CODES: readonly string[] = [
  'invalid',
  'unauthorized',
  'forbidden',
  'unknown',
  'conflict',
  'refused',
] satisfies RegistryErrorCode[];
const isCode = (code: unknown): code is RegistryErrorCode => typeof code === 'string' && CODES.includes(code);

const Problem = Type.Object({ code: Type.String(), message: Type.String() });
const NoContent = Type.Undefined();

const GoLiveResponse = Type.Object({
  changed: Type.Boolean(),
  ramp: Type.Optional(
    Type.Object({
      remote: Type.String(),
      version: Type.String(),
      weight: Type.Number(),
      visits: Type.Number(),
      stepMs: Type.Number(),
    }),
  ),
  atOnce: Type.Optional(Type.Union(AT_ONCE_REASONS.map((reason) => Type.Literal(reason)))),
});

/** Drops the ramp if its remote is not a valid remote id. */
const toGoLiveResult = ({ ramp, ...answer }: Static<typeof GoLiveResponse>) => ({
  ...answer,
  ...(ramp && isRemoteId(ramp.remote) ? { ramp: { ...ramp, remote: ramp.remote } } : {}),
});

const CONNECTION_ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host name not found',
  ECONNRESET: 'connection reset',
  ETIMEDOUT: 'connection timed out',
  TimeoutError: `no response within ${TIMEOUT_MS / 1_000} s`,
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed (add it with NODE_EXTRA_CA_CERTS to trust it)',
  CERT_HAS_EXPIRED: 'its certificate has expired',
};

const readProperty = (value: unknown, property: 'code' | 'name' | 'message'): string =>
  typeof value === 'object' && value !== null && property in value
    ? String((value as Record<string, unknown>)[property])
    : '';

/** @throws {Error} with the address, the reason and a hint, if the registry cannot be reached. */
const fetchRegistry = async (address: string, options: RequestInit): Promise<Response> => {
  try {
    return await fetch(address, options);
  } catch (error) {
    const cause = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined;
    const reason =
      CONNECTION_ERRORS[readProperty(cause, 'code')] ??
      CONNECTION_ERRORS[readProperty(error, 'name')] ??
      (readProperty(cause, 'message') || readProperty(error, 'message'));
    throw new Error(
      `Cannot reach the registry at ${new URL(address).origin}: ${reason}. Check that REGISTRY_URL is right and that the host is running.`,
      { cause: error },
    );
  }
};

/**
 * Gives access to a registry over HTTP. `url` is its API ("https://shop.example/federation/api"), `token` a team's
 * token.
 */
export const createHttpAccess = (url: string, token: string): RegistryAccess => {
  const sendRequest = async <S extends TSchema>(
    schema: S,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Static<S>> => {
    const isForm = body instanceof FormData;
    const response = await fetchRegistry(`${url.replace(/\/$/, '')}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const answer: unknown = text === '' ? undefined : JSON.parse(text);
    if (!response.ok) {
      const { code, message } = Check(Problem, answer)
        ? answer
        : { code: '', message: `The registry responded with ${response.status}` };
      if (isCode(code)) throw new RegistryError(code, message); // the message includes the reasons
      throw new Error(message);
    }
    if (!Check(schema, answer)) throw new Error(`The response of ${url} is not that of a registry`);
    return answer;
  };

  return {
    readComposition: () => sendRequest(CompositionFile, 'GET', '/composition'),
    listRemotes: async () => (await sendRequest(Type.Array(Type.String()), 'GET', '/remotes')).filter(isRemoteId),
    listReleases: (remote) => sendRequest(Type.Array(Release), 'GET', `/remotes/${remote}/releases`),
    publish: ({ remote, files, ...release }) => {
      const form = new FormData();
      form.append('release', JSON.stringify(release));
      for (const [name, content] of files) form.append('file', new Blob([new Uint8Array(content)]), name);
      return sendRequest(Release, 'POST', `/remotes/${remote}/releases`, form);
    },
    promote: (set, reason) =>
      sendRequest(Type.Object({ changed: Type.Boolean() }), 'POST', '/promotions', { set, reason }),
    goLive: async (set, reason) =>
      toGoLiveResult(await sendRequest(GoLiveResponse, 'POST', '/promotions', { set, reason, inSteps: true })),
    showCanary: (remote, version, weight) =>
      sendRequest(NoContent, 'PUT', `/remotes/${remote}/canary`, { version, weight }),
    endCanary: (remote) => sendRequest(NoContent, 'DELETE', `/remotes/${remote}/canary`),
    rollBack: async (remote, to, reason) =>
      (
        await sendRequest(Type.Object({ version: Type.String() }), 'POST', `/remotes/${remote}/rollback`, {
          to,
          reason,
        })
      ).version,
    revertChange: (id) => sendRequest(NoContent, 'POST', '/take-back', { id }),
    collectGarbage: async (options) =>
      (
        await sendRequest(
          Type.Array(Type.Object({ remote: Type.String(), version: Type.String() })),
          'POST',
          '/gc',
          options,
        )
      ).flatMap(({ remote, version }) => (isRemoteId(remote) ? [{ remote, version }] : [])),
    createLink: async (remote, version, hours) =>
      (await sendRequest(Type.Object({ query: Type.String() }), 'POST', `/remotes/${remote}/links`, { version, hours }))
        .query,
    listWebhooks: () => sendRequest(Type.Array(Webhook), 'GET', '/webhooks'),
    addWebhook: (request) =>
      sendRequest(Type.Object({ id: Type.String(), secret: Type.String() }), 'POST', '/webhooks', request),
    removeWebhook: (id) => sendRequest(NoContent, 'DELETE', `/webhooks/${encodeURIComponent(id)}`),
    testWebhook: async (id) =>
      (
        await sendRequest(
          Type.Object({ problem: Type.Optional(Type.String()) }),
          'POST',
          `/webhooks/${encodeURIComponent(id)}/test`,
        )
      ).problem,
  };
};
