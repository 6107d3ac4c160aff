import { BYTES_TYPE, UNAUTHENTICATED } from '@shop/contracts/constants';
import type { AnswerOf, Endpoint, RequestOf } from '@shop/contracts/endpoint';
import { createRandomId } from './createRandomId';
import { createFailure, type Result } from './result';

export type { ApiFailure, Result } from './result';

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
  ): Promise<Result<AnswerOf<E>>>;
}

export interface ApiClientConfig {
  /** Origin of the API; '' for the page's own origin. */
  readonly origin: string;
  readonly timeoutMs?: number;
  /** Headers for every call, such as the visitor's cookies during server rendering. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Source of the session token for unsafe calls. */
  readonly bearer?: BearerSource;
  /** Called after each call: whether there was a response. */
  readonly onAnswered?: (hasResponse: boolean) => void;
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
/** A file takes as long as the servers wait for it. */
const BYTES_TIMEOUT_MS = 120_000;
const UNAUTHENTICATED_STATUS = 401;

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

const readCode = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;

const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'TimeoutError';

/** The shop's only fetch(). */
export const createApiClient = (config: ApiClientConfig): ApiClient => {
  const send = config.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args));

  const call = async <E extends Endpoint>(endpoint: E, request: RequestOf<E>, options: RequestOptions) => {
    const sent: unknown = request.body;
    const isFile = sent instanceof Blob;
    const timeout = AbortSignal.timeout(config.timeoutMs ?? (isFile ? BYTES_TIMEOUT_MS : DEFAULT_TIMEOUT_MS));
    const token = SAFE_METHODS.has(endpoint.method) ? undefined : await config.bearer?.getToken();
    const response = await send(buildUrl(config.origin, endpoint.path, request.params, request.query), {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        'x-request-id': (latestId = createRandomId()),
        ...(sent === undefined ? {} : { 'content-type': isFile ? BYTES_TYPE : 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...config.headers,
        ...options.headers,
      },
      body: isFile ? sent : sent === undefined ? undefined : JSON.stringify(sent),
      credentials: 'same-origin',
      // sends changes even if the page closes right after; browsers refuse it for more than 64 KB
      keepalive: !SAFE_METHODS.has(endpoint.method) && !isFile,
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
        const [{ response, body }, { readResponse }] = await Promise.all([
          callWithRenewal(endpoint, request, options),
          // With the schemas: neither delays the first page.
          import(/* webpackChunkName: "contracts" */ './readResponse'),
        ]);
        config.onAnswered?.(true);
        return readResponse(endpoint, response, body);
      } catch (error) {
        if (options.signal?.aborted)
          return { ok: false, failure: createFailure(endpoint.failureMessage, 'ABORTED', 0) };
        const code = isTimeout(error) ? 'TIMEOUT' : 'UNREACHABLE';
        config.onAnswered?.(false);
        return { ok: false, failure: createFailure(endpoint.failureMessage, code, 0) };
      }
    },
  };
};
