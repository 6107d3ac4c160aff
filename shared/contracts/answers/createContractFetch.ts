import * as contracts from '..';
import type { Endpoint } from '../endpoint';
import { ContractRefusal, type ContractAnswer, type ContractRequest } from './respondTo';

const API = '/api';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value;

/** All endpoints of the API. */
export const endpoints: readonly Endpoint[] = Object.values<unknown>(contracts).filter(isEndpoint);

/**
 * Converts "/orders/:number" to a pattern. More literal paths are tried first, so that "/orders/guest" is not a number.
 */
const buildPattern = ({ path }: Endpoint): RegExp => new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
const countParameters = ({ path }: Endpoint): number => path.split('/:').length;
const routes = [...endpoints]
  .sort((a, b) => countParameters(a) - countParameters(b))
  .map((endpoint) => ({ endpoint, pattern: buildPattern(endpoint) }));

const decodeValues = (values: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decodeURIComponent(value)]));

const createResponse = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const rejectWhenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
  });

/** A request that an endpoint knows, as the API would read it. */
export interface ContractCall {
  readonly endpoint: Endpoint;
  readonly request: ContractRequest;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Creates a `fetch` that answers by the contracts instead of the network. `answer` returns the body of a success, or a
 * promise of it; what it throws is a failed request, and a ContractRefusal a failed answer. Other addresses get 404.
 */
export const createContractFetch = (answer: (call: ContractCall) => unknown): typeof fetch => {
  const respond = async (address: string, init: RequestInit): Promise<Response> => {
    const { method = 'GET', body, headers } = init;
    const url = new URL(address, 'http://shop.invalid');
    const path = url.pathname.startsWith(API) ? url.pathname.slice(API.length) : '';
    const found = routes.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path));
    if (!found)
      return createResponse(404, {
        status: false,
        message: `No contract knows ${method} ${url.pathname}`,
        code: 'NOT_FOUND',
      });
    const { endpoint, pattern } = found;
    const params = decodeValues(pattern.exec(path)?.groups);
    const query = Object.fromEntries(url.searchParams);
    const call: ContractCall = {
      endpoint,
      request: {
        ...(endpoint.params ? { params } : {}),
        ...(endpoint.query || url.searchParams.size > 0 ? { query } : {}),
        ...(typeof body === 'string' && body !== '' ? { body: JSON.parse(body) as unknown } : {}),
        ...(endpoint.bytes ? { body } : {}),
      },
      headers: Object.fromEntries(new Headers(headers)),
    };
    try {
      return createResponse(200, await answer(call));
    } catch (error) {
      if (error instanceof ContractRefusal) return createResponse(error.status, error.body);
      throw error;
    }
  };
  return async (input, init = {}) => {
    const { signal = input instanceof Request ? input.signal : undefined } = init;
    const response =
      input instanceof Request
        ? respond(input.url, { method: input.method, headers: input.headers, body: await input.text() })
        : respond(input instanceof URL ? input.href : input, init);
    return signal ? Promise.race([response, rejectWhenAborted(signal)]) : response;
  };
};

/** Returns the answer of an endpoint; undefined if there is none. */
export const findAnswer = (answers: readonly ContractAnswer[], endpoint: Endpoint): ContractAnswer | undefined =>
  answers.find((one) => one.endpoint === endpoint);

/** Counts the calls of a `fetch` that are not answered yet. */
export const countPending = (send: typeof fetch): { readonly fetch: typeof fetch; readonly pending: () => number } => {
  let pending = 0;
  return {
    pending: () => pending,
    fetch: (...call) => {
      pending += 1;
      return send(...call).finally(() => {
        pending -= 1;
      });
    },
  };
};
