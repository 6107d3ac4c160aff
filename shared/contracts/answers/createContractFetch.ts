import * as contracts from '..';
import type { Endpoint } from '../endpoint';
import { contractResponses, createExample } from './contractResponses';

const API = '/api';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value;
const endpoints = Object.values<unknown>(contracts).filter(isEndpoint);

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

interface ContractFetchOptions {
  /** Whether a customer is signed in. Account endpoints return 401 to guests. */
  readonly signedIn: boolean;
}

const ACCOUNT_PATH = /^\/(?:(?:me|addresses|wishlist|sessions|history)(?:\/|$)|orders$)/;
const requiresAccount = ({ method, path }: Endpoint): boolean => method === 'GET' && ACCOUNT_PATH.test(path);

/**
 * Creates a `fetch` that implements the API by its contracts: every endpoint returns a valid response, anything else
 * 404. For running a remote without its sources, whose calls are identified by URL.
 */
export const createContractFetch = ({
  signedIn,
}: ContractFetchOptions): { readonly fetch: typeof fetch; readonly pending: () => number } => {
  let pending = 0;
  const respond = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const path = url.pathname.startsWith(API) ? url.pathname.slice(API.length) : undefined;
    const found = routes.find(
      ({ endpoint, pattern }) => path !== undefined && endpoint.method === request.method && pattern.test(path),
    );
    if (!found)
      return createResponse(404, {
        status: false,
        message: `No contract knows ${request.method} ${url.pathname}`,
        code: 'NOT_FOUND',
      });
    const { endpoint, pattern } = found;
    if (!signedIn && requiresAccount(endpoint))
      return createResponse(401, { status: false, message: 'Sign in first', code: contracts.UNAUTHENTICATED });
    const text = await request.text();
    const call = {
      params: decodeValues(pattern.exec(path ?? '')?.groups),
      query: Object.fromEntries(url.searchParams),
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
    const known = contractResponses.find((one) => one.endpoint === endpoint);
    return createResponse(200, known ? known.respond(call) : createExample(endpoint.response));
  };
  return {
    pending: () => pending,
    fetch: async (input, init) => {
      pending += 1;
      try {
        return await respond(
          new Request(
            new URL(String(input instanceof Request ? input.url : input), 'http://shop.invalid'),
            input instanceof Request ? input : init,
          ),
        );
      } finally {
        pending -= 1;
      }
    },
  };
};

/** Returns an example for a route parameter, such as an order number, from the first endpoint with this parameter. */
export const createExampleParameter = (name: string): string => {
  for (const { params } of endpoints) {
    const schema = params?.properties[name];
    if (schema) return String(createExample(schema, name));
  }
  return 'example';
};
