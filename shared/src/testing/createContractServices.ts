import type { ApiClient, RequestOptions } from '../api-client/apiClient';
import type { Endpoint, RequestOf, ResponseOf } from '../contracts/endpoint';
import { createApiGateways } from '../gateways/apiGateways';
import type { ShopServices } from '../state/ShopServices';
import type { ContractResponse, ContractRequest } from './respondTo';

/** A call as it would go over the wire. */
export interface ContractCall {
  /** Such as "POST /orders". */
  readonly name: string;
  readonly request: ContractRequest;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ContractServices extends ShopServices {
  /** Every call that was made, the first one first. */
  readonly calls: readonly ContractCall[];
  /** What the calls of one endpoint carried. */
  listCalls<E extends Endpoint>(endpoint: E): RequestOf<E>[];
  /** How many calls have no answer yet. */
  pending(): number;
}

const foundViolations: string[] = [];

/**
 * What was called and answered against the contract so far, for the test that expects just that: it does not fail by it
 * any more.
 */
export const drainViolations = (): string[] => foundViolations.splice(0);

// A thunk makes a refusal of an error, and a screen shows a refusal: throwing alone would fail no test.
afterEach(() => {
  const found = drainViolations();
  if (found.length > 0) throw new Error(`Against the contracts of the API:\n${found.join('\n')}`);
});

const formatEndpoint = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** Another value, as it arrives: what JSON does not write is not there. */
const roundTripJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

const assertNoViolations = (endpoint: Endpoint, violations: readonly string[]): void => {
  if (violations.length === 0) return;
  const said = violations.map((violation) => `${formatEndpoint(endpoint)} ${violation}`);
  foundViolations.push(...said);
  throw new Error(said.join('\n'));
};

interface ContractServicesOptions {
  /** In place of what the shop answers by default. */
  readonly responses?: readonly ContractResponse[];
}

/**
 * Services whose API is its contracts: a call that no endpoint takes is refused, every other is answered by something
 * its endpoint may answer. A breach on either side fails the running test with its place and its reason, whatever the
 * screen makes of it.
 */
export const createContractServices = ({ responses = [] }: ContractServicesOptions = {}): ContractServices => {
  const calls: ContractCall[] = [];
  let pending = 0;

  const respond = async (endpoint: Endpoint, request: ContractRequest): Promise<unknown> => {
    // Schemas come with the first call: most tests of this folder's readers make none.
    const [{ checkResponse, checkRequest }, { contractResponses, createExample }] = await Promise.all([
      import('./contractChecks'),
      import('./contractResponses'),
    ]);
    assertNoViolations(endpoint, checkRequest(endpoint, request));
    const known = [...responses, ...contractResponses].find((one) => one.endpoint === endpoint);
    const value = roundTripJson(known ? known.respond(request) : createExample(endpoint.response));
    assertNoViolations(endpoint, checkResponse(endpoint, value));
    return value;
  };

  const api: ApiClient = {
    async request<E extends Endpoint>(
      endpoint: E,
      { params, query, body }: RequestOf<E>,
      { headers = {} }: RequestOptions = {},
    ) {
      const request = roundTripJson({ params, query, body }) as ContractRequest; // what it was made of
      calls.push({ name: formatEndpoint(endpoint), request, headers });
      pending += 1;
      try {
        return { ok: true, value: (await respond(endpoint, request)) as ResponseOf<E> }; // just checked
      } finally {
        pending -= 1;
      }
    },
  };

  return {
    api,
    ...createApiGateways(api),
    calls,
    listCalls: <E extends Endpoint>(endpoint: E) =>
      // checked when it was made
      calls.filter(({ name }) => name === formatEndpoint(endpoint)).map(({ request }) => request as RequestOf<E>),
    pending: () => pending,
  };
};
