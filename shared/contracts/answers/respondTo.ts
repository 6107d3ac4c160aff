import type { Endpoint, RequestOf, ResponseOf } from '../endpoint';

/** Request of any endpoint. */
export interface ContractRequest {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** How one endpoint answers. */
export interface ContractAnswer {
  readonly endpoint: Endpoint;
  readonly respond: (request: ContractRequest) => unknown;
}

/** What every success says, which answers leave out. */
const FLAGS = { status: true, success: true, message: '' } as const;
type Flag = keyof typeof FLAGS;
type Said<Response> = Omit<Response, Flag> & Partial<Pick<Response, Flag & keyof Response>>;

/**
 * Defines the answer of an endpoint: its body without the flags of a success, or a promise of it. The compiler checks
 * it against the contract.
 */
export const respondTo = <E extends Endpoint>(
  endpoint: E,
  respond: (request: RequestOf<E>) => Said<ResponseOf<E>> | Promise<Said<ResponseOf<E>>>,
): ContractAnswer => ({
  endpoint,
  respond: async (request) => {
    const said = await respond(request as RequestOf<E>); // the fetch that calls it validates or is the client's own
    const properties: object = (endpoint.response['properties'] as object | undefined) ?? {};
    const flags = Object.entries(FLAGS).filter(([name]) => Object.hasOwn(properties, name));
    return { ...Object.fromEntries(flags), ...said };
  },
});

/** An answer that is a failure. */
export class ContractRefusal extends Error {
  override name = 'ContractRefusal';
  constructor(
    readonly status: number,
    readonly body: Readonly<Record<string, unknown>>,
  ) {
    super(String(body['message']));
  }
}

interface RefusalOptions {
  readonly status?: number;
  readonly code?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** What the body says besides, such as the fresh cart of a 409. */
  readonly also?: Readonly<Record<string, unknown>>;
}

/** Ends an answer as the API does when it refuses. */
export const refuse = (
  message: string,
  { status = 500, code = 'REFUSED', fields, also }: RefusalOptions = {},
): never => {
  throw new ContractRefusal(status, { status: false, message, code, ...(fields ? { fields } : {}), ...also });
};
