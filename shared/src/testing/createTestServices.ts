import type { ContractAnswer, ContractRequest } from '@shop/contracts/answers/respondTo';
import type { Endpoint, RequestOf } from '@shop/contracts/endpoint';
import { createApiClient } from '../api-client/apiClient';
import type { ShopServices } from '../state/ShopServices';

/** A call as sent over the wire. */
interface RecordedCall {
  /** Endpoint: "POST /orders". */
  readonly name: string;
  readonly request: ContractRequest;
  readonly headers: Readonly<Record<string, string>>;
}

export interface TestServices extends ShopServices {
  /** All calls so far, oldest first. */
  readonly calls: readonly RecordedCall[];
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

const assertNoViolations = (endpoint: Endpoint, violations: readonly string[]): void => {
  if (violations.length === 0) return;
  const said = violations.map((violation) => `${formatEndpoint(endpoint)} ${violation}`);
  foundViolations.push(...said);
  throw new Error(said.join('\n'));
};

/** Serializes and parses a value, as the network does. */
const roundTripJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

/** Headers that every call has. */
const COMMON_HEADERS = new Set(['accept', 'content-type', 'x-request-id']);
const omitCommon = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !COMMON_HEADERS.has(name)));

// Schemas load with the first call; most tests make none.
const loadContracts = async () => {
  const [checks, fakes, examples, { contractAnswers }] = await Promise.all([
    import('./contractChecks'),
    import('@shop/contracts/answers/createContractFetch'),
    import('@shop/contracts/answers/createExample'),
    import('@shop/contracts/answers/contractAnswers'),
  ]);
  return { ...checks, ...fakes, ...examples, contractAnswers };
};

const createServices = (
  answers: readonly ContractAnswer[],
  { hasExamples }: { hasExamples: boolean },
): TestServices => {
  const calls: RecordedCall[] = [];
  let pending = 0;

  const send: typeof fetch = async (...sent) => {
    const { checkRequest, checkResponse, contractAnswers, createContractFetch, createExample, findAnswer } =
      await loadContracts();
    const answer = createContractFetch(async ({ endpoint, request, headers }) => {
      calls.push({ name: formatEndpoint(endpoint), request, headers: omitCommon(headers) });
      assertNoViolations(endpoint, checkRequest(endpoint, request));
      const known = findAnswer(hasExamples ? [...answers, ...contractAnswers] : answers, endpoint);
      if (!known && !hasExamples) assertNoViolations(endpoint, ['is called, and the test has no answer for it']);
      const body = roundTripJson(await (known ? known.respond(request) : createExample(endpoint.response)));
      assertNoViolations(endpoint, checkResponse(endpoint, body));
      return body;
    });
    return answer(...sent);
  };

  const client = createApiClient({ origin: '', fetch: send });
  return {
    api: {
      async request(...call) {
        pending += 1;
        try {
          return await client.request(...call);
        } finally {
          pending -= 1;
        }
      },
    },
    calls,
    listCalls: <E extends Endpoint>(endpoint: E) =>
      // validated when it was made
      calls.filter(({ name }) => name === formatEndpoint(endpoint)).map(({ request }) => request as RequestOf<E>),
    pending: () => pending,
  };
};

/**
 * Creates services whose API answers as the test says, and validates requests and answers against the contracts. A
 * violation on either side, and a call without an answer, fail the running test, whatever the page does with the error.
 */
export const createFakeServices = (answers: readonly ContractAnswer[] = []): TestServices =>
  createServices(answers, { hasExamples: false });

/** Creates the same services, with an example for each endpoint that the test does not answer. */
export const createContractServices = (answers: readonly ContractAnswer[] = []): TestServices =>
  createServices(answers, { hasExamples: true });
