import type { Static, TSchema } from '@sinclair/typebox';
import { UNAUTHENTICATED } from '../contracts/constants';
import type { Endpoint, RequestOf, ResponseOf } from '../contracts/endpoint';
import { createRandomId } from './createRandomId';

/** Why a call failed. `status` is 0 if there was no response. */
export interface ApiFailure {
  readonly message: string;
  readonly code: string;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  /** Parsed body, for failures that carry more data, such as the fresh cart of a 409. */
  readonly body: unknown;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: ApiFailure };

export interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiClient {
  /** Calls an endpoint. Never throws: a failure carries the server's message, or the endpoint's fallback. */
  request<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options?: RequestOptions,
  ): Promise<Result<ResponseOf<E>>>;
}

export interface ApiClientConfig {
  /** Origin of the API; '' for the page's own origin. */
  readonly origin: string;
  readonly timeoutMs?: number;
  /** Headers for every call, such as the visitor's cookies during server rendering. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Source of the session token for unsafe calls. */
  readonly bearer?: BearerSource;
  readonly fetch?: typeof fetch;
}

/** Provides the session token. */
export interface BearerSource {
  /** Returns the token, or undefined for guests. */
  getToken(): Promise<string | undefined>;
  /**
   * Reads the session again after the token was rejected. Returns whether someone is signed in, so the call can be
   * retried.
   */
  renew(): Promise<boolean>;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const UNAUTHENTICATED_STATUS = 401;
const UNREACHABLE = 'The shop cannot be reached. Check your connection and try again.';

const SAFE_METHODS = new Set(['GET']);

let latestId: string | undefined;

/** Returns the id of the last call, for failure reports. */
export const getLatestRequestId = (): string | undefined => latestId;

type Values = Readonly<Record<string, unknown>>;

const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

const buildUrl = (origin: string, path: string, params: Values = {}, query: Values = {}): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(toText(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, toText(value));
  return `${origin}/api${filled}${search.size > 0 ? `?${search}` : ''}`;
};

type Check = <T extends TSchema>(schema: T, value: unknown) => value is Static<T>;

/** Loads the schema checker lazily, so that it does not delay the first page. */
const loadChecker = async () => {
  const [{ Check: check }, { ApiError }] = await Promise.all([
    import(/* webpackChunkName: "contracts" */ '@sinclair/typebox/value'),
    import(/* webpackChunkName: "contracts" */ '../contracts/endpoint'),
  ]);
  const Check: Check = check;
  return { Check, ApiError };
};

const createFailure = (
  message: string,
  code: string,
  status: number,
  body: unknown = undefined,
  fields: ApiFailure['fields'] = {},
): ApiFailure => ({
  message,
  code,
  status,
  fields,
  body,
});

const readCode = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;

const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'TimeoutError';

/** The shop's only fetch(). */
export const createApiClient = (config: ApiClientConfig): ApiClient => {
  const send = config.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args));

  const call = async <E extends Endpoint>(endpoint: E, request: RequestOf<E>, options: RequestOptions) => {
    const timeout = AbortSignal.timeout(config.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const token = SAFE_METHODS.has(endpoint.method) ? undefined : await config.bearer?.getToken();
    const response = await send(buildUrl(config.origin, endpoint.path, request.params, request.query), {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        'x-request-id': (latestId = createRandomId()),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...config.headers,
        ...options.headers,
      },
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
      credentials: 'same-origin',
      // sends changes even if the page closes right after
      keepalive: !SAFE_METHODS.has(endpoint.method),
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    });
    const body: unknown = await response.json().catch(() => undefined);
    return { response, body };
  };

  /** Retries a rejected call once with a new token, because the session may have changed in another tab. */
  const callWithRenewal = async <E extends Endpoint>(endpoint: E, request: RequestOf<E>, options: RequestOptions) => {
    const result = await call(endpoint, request, options);
    const isRefused =
      result.response.status === UNAUTHENTICATED_STATUS &&
      readCode(result.body) === UNAUTHENTICATED &&
      !SAFE_METHODS.has(endpoint.method);
    return isRefused && (await config.bearer?.renew()) ? call(endpoint, request, options) : result;
  };

  return {
    async request(endpoint, request, options = {}) {
      try {
        const [{ response, body }, { Check, ApiError }] = await Promise.all([
          callWithRenewal(endpoint, request, options),
          loadChecker(),
        ]);
        if (response.ok && Check(endpoint.response, body)) return { ok: true, value: body };
        if (Check(ApiError, body))
          return {
            ok: false,
            failure: createFailure(body.message, body.code ?? 'REFUSED', response.status, body, body.fields),
          };
        return {
          ok: false,
          failure: createFailure(endpoint.failureMessage, 'UNEXPECTED_ANSWER', response.status, body),
        };
      } catch (error) {
        if (options.signal?.aborted)
          return { ok: false, failure: createFailure(endpoint.failureMessage, 'ABORTED', 0) };
        return { ok: false, failure: createFailure(UNREACHABLE, isTimeout(error) ? 'TIMEOUT' : 'UNREACHABLE', 0) };
      }
    },
  };
};
