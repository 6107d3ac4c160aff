import type { Endpoint, RequestOf, ResponseOf } from '../contracts/endpoint';

/** What a call carries, whichever endpoint it is of. */
export interface ContractRequest {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

export interface ContractResponse {
  readonly endpoint: Endpoint;
  readonly respond: (request: ContractRequest) => unknown;
}

/**
 * How an endpoint answers. The compiler holds it to the contract; contractServices does so once more, for values the
 * compiler cannot see.
 */
export const respondTo = <E extends Endpoint>(
  endpoint: E,
  respond: (request: RequestOf<E>) => ResponseOf<E>,
): ContractResponse => ({
  endpoint,
  respond: (request) => respond(request as RequestOf<E>), // checked against the same endpoint before it comes here
});
