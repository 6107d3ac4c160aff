import type { ApiClient, RequestOptions } from '../api-client/apiClient';
import type { AnswerOf, Endpoint, RequestOf } from '@shop/contracts/endpoint';
import { createApiGateways } from '../gateways/apiGateways';
import type { ShopServices } from '../state/ShopServices';
import type { ContractResponse, ContractRequest } from '@shop/contracts/answers/respondTo';

/** A call as sent over the wire. */
export interface ContractCall {
  /** Endpoint: "POST /orders". */
  readonly name: string;
  readonly request: ContractRequest;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ContractServices extends ShopServices {
  /** All calls so far, oldest first. */
  readonly calls: readonly ContractCall[];
  /** Returns the requests made to one endpoint. */
  listCalls<E extends Endpoint>(endpoint: E): RequestOf<E>[];
  /** Number of pending calls. */
  pending(): number;
}

const foundViolations: string[] = [];

/**
 * Returns and clears the contract violations so far. Tests that expect violations call it, so that they do not fail.
 */
export const drainViolations = (): string[] => foundViolations.splice(0);

// Thunks turn errors into rejections that pages show, so throwing alone would not fail the test.
afterEach(() => {
  const found = drainViolations();
  if (found.length > 0) throw new Error(`Violations of the API contracts:\n${found.join('\n')}`);
});

const formatEndpoint = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** Serializes and parses a value, as the network does. */
const roundTripJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

const assertNoViolations = (endpoint: Endpoint, violations: readonly string[]): void => {
  if (violations.length === 0) return;
  const said = violations.map((violation) => `${formatEndpoint(endpoint)} ${violation}`);
  foundViolations.push(...said);
  throw new Error(said.join('\n'));
};

interface ContractServicesOptions {
  /** Override the default responses. */
  readonly responses?: readonly ContractResponse[];
}

/**
 * Creates services whose API validates requests and responses against the contracts. A violation on either side fails
 * the running test, whatever the page does with the error.
 */
export const createContractServices = ({ responses = [] }: ContractServicesOptions = {}): ContractServices => {
  const calls: ContractCall[] = [];
  let pending = 0;

  const respond = async (endpoint: Endpoint, request: ContractRequest): Promise<unknown> => {
    // Schemas load with the first call; most tests make none.
    const [{ checkResponse, checkRequest }, { contractResponses, createExample }] = await Promise.all([
      import('./contractChecks'),
      import('@shop/contracts/answers/contractResponses'),
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
      const request = roundTripJson({ params, query, body }) as ContractRequest; // same shape as the input
      calls.push({ name: formatEndpoint(endpoint), request, headers });
      pending += 1;
      try {
        return { ok: true, value: (await respond(endpoint, request)) as AnswerOf<E> }; // validated above
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
      // validated when it was made
      calls.filter(({ name }) => name === formatEndpoint(endpoint)).map(({ request }) => request as RequestOf<E>),
    pending: () => pending,
  };
};
