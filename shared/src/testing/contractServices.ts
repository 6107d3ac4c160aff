import type { ApiClient, RequestOptions } from '../api-client/apiClient';
import type { Endpoint, RequestOf, ResponseOf } from '../contracts/endpoint';
import { createApiGateways } from '../gateways/apiGateways';
import type { ShopServices } from '../state/ShopServices';
import type { ContractAnswer, ContractRequest } from './answering';

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
  callsOf<E extends Endpoint>(endpoint: E): RequestOf<E>[];
  /** How many calls have no answer yet. */
  pending(): number;
}

const breaches: string[] = [];

/**
 * What was called and answered against the contract so far, for the test that expects just that: it does not fail by it
 * any more.
 */
export const takeBreaches = (): string[] => breaches.splice(0);

// A thunk makes a refusal of an error, and a screen shows a refusal: throwing alone would fail no test.
afterEach(() => {
  const found = takeBreaches();
  if (found.length > 0) throw new Error(`Against the contracts of the API:\n${found.join('\n')}`);
});

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** Another value, as it arrives: what JSON does not write is not there. */
const overTheWire = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

const demand = (endpoint: Endpoint, violations: readonly string[]): void => {
  if (violations.length === 0) return;
  const said = violations.map((violation) => `${nameOf(endpoint)} ${violation}`);
  breaches.push(...said);
  throw new Error(said.join('\n'));
};

interface ContractServicesOptions {
  /** In place of what the shop answers by default. */
  readonly answers?: readonly ContractAnswer[];
}

/**
 * Services whose API is its contracts: a call that no endpoint takes is refused, every other is answered by something
 * its endpoint may answer. A breach on either side fails the running test with its place and its reason, whatever the
 * screen makes of it.
 */
export const contractServices = ({ answers = [] }: ContractServicesOptions = {}): ContractServices => {
  const calls: ContractCall[] = [];
  let pending = 0;

  const answer = async (endpoint: Endpoint, request: ContractRequest): Promise<unknown> => {
    // Schemas come with the first call: most tests of this folder's readers make none.
    const [{ checkAnswer, checkRequest }, { contractAnswers, exampleOf }] = await Promise.all([
      import('./contractChecks'),
      import('./contractAnswers'),
    ]);
    demand(endpoint, checkRequest(endpoint, request));
    const known = [...answers, ...contractAnswers].find((one) => one.endpoint === endpoint);
    const value = overTheWire(known ? known.answer(request) : exampleOf(endpoint.response));
    demand(endpoint, checkAnswer(endpoint, value));
    return value;
  };

  const api: ApiClient = {
    async request<E extends Endpoint>(
      endpoint: E,
      { params, query, body }: RequestOf<E>,
      { headers = {} }: RequestOptions = {},
    ) {
      const request = overTheWire({ params, query, body }) as ContractRequest; // what it was made of
      calls.push({ name: nameOf(endpoint), request, headers });
      pending += 1;
      try {
        return { ok: true, value: (await answer(endpoint, request)) as ResponseOf<E> }; // just checked
      } finally {
        pending -= 1;
      }
    },
  };

  return {
    api,
    ...createApiGateways(api),
    calls,
    callsOf: <E extends Endpoint>(endpoint: E) =>
      // checked when it was made
      calls.filter(({ name }) => name === nameOf(endpoint)).map(({ request }) => request as RequestOf<E>),
    pending: () => pending,
  };
};
