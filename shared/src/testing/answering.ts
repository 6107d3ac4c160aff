import type { Endpoint, RequestOf, ResponseOf } from '../contracts/endpoint';

/** What a call carries, whichever endpoint it is of. */
export interface ContractRequest {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

export interface ContractAnswer {
  readonly endpoint: Endpoint;
  readonly answer: (request: ContractRequest) => unknown;
}

/**
 * How an endpoint answers. The compiler holds it to the contract; contractServices does so once more, for values the
 * compiler cannot see.
 */
export const answering = <E extends Endpoint>(
  endpoint: E,
  answer: (request: RequestOf<E>) => ResponseOf<E>,
): ContractAnswer => ({
  endpoint,
  answer: (request) => answer(request as RequestOf<E>), // checked against the same endpoint before it comes here
});
