import type { Static, TSchema } from '@sinclair/typebox';
import { UNAUTHENTICATED } from '../contracts/constants';
import type { Endpoint, RequestOf, ResponseOf } from '../contracts/endpoint';
import { createRandomId } from './createRandomId';

/** Why a call failed, as a value. `status` is 0 where no answer came. */
export interface ApiFailure {
  readonly message: string;
  readonly code: string;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  /** The parsed body, for endpoints whose failures carry more (such as a 409's fresh cart). */
  readonly body: unknown;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: ApiFailure };

export interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiClient {
  /** Calls an endpoint; never throws. A failure carries the server's message, else the endpoint's fallback. */
  request<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options?: RequestOptions,
  ): Promise<Result<ResponseOf<E>>>;
}

export interface ApiClientConfig {
  /** Origin of the API, '' for the page's own. */
  readonly origin: string;
  readonly timeoutMs?: number;
  /** Sent with every call, such as the shopper's cookie while rendering on the server. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Proves the session on calls that change something. */
  readonly bearer?: BearerSource;
  readonly fetch?: typeof fetch;
}

/** Where the token of the session comes from. */
export interface BearerSource {
  /** The token, or undefined for a guest. */
  getToken(): Promise<string | undefined>;
  /**
   * The token was refused: asks who is signed in now. Answers whether somebody is, so that the call can be made again.
   */
  renew(): Promise<boolean>;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const UNAUTHENTICATED_STATUS = 401;
const UNREACHABLE = 'The shop cannot be reached. Check your connection and try again.';

const SAFE_METHODS = new Set(['GET']);

let latestId: string | undefined;

/** The id of the last call, for reports of what failed after it. */
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

/** The checker is not needed before the first answer, so it does not delay the first page. */
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
      // a change that was made is sent, even if the page is closed right after
      keepalive: !SAFE_METHODS.has(endpoint.method),
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    });
    const body: unknown = await response.json().catch(() => undefined);
    return { response, body };
  };

  /**
   * A session may have begun, been renewed or ended in another tab: one refused call is made once more under who is
   * there now.
   */
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
