import type { Endpoint, RequestOf, ResponseOf } from '../endpoint';

/** Request of any endpoint. */
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
 * Defines the response of an endpoint. The compiler checks it against the contract; createContractServices checks the
 * values at run time, too.
 */
export const respondTo = <E extends Endpoint>(
  endpoint: E,
  respond: (request: RequestOf<E>) => ResponseOf<E>,
): ContractResponse => ({
  endpoint,
  respond: (request) => respond(request as RequestOf<E>), // validated against the same endpoint before
});
