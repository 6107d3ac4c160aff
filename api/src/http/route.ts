import { NoBody, type Endpoint, type RequestOf, type ResponseOf } from '@shop/shared/contracts';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ShopErrorCode } from './ShopError';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Returns the error code for a request whose given fields are invalid; `INVALID_REQUEST` if unset. */
    readonly chooseValidationCode?: (fields: readonly string[]) => ShopErrorCode;
  }
}

/**
 * How long shared caches may keep a public answer; a `fresh` one is asked for each time, a `private` one never kept.
 */
export const CACHE = {
  public: 'public, max-age=15, stale-while-revalidate=60',
  fresh: 'public, no-cache',
  private: 'no-store',
} as const;

type Handler<E extends Endpoint> = (
  request: RequestOf<E>,
  context: { readonly request: FastifyRequest; readonly reply: FastifyReply },
) => Promise<ResponseOf<E> | PreparedAnswer>;

/** An answer that is JSON already, kept from a moment ago. */
export class PreparedAnswer {
  constructor(readonly json: string) {}
}

/**
 * Serves an endpoint of the contracts: its schemas check what comes in and document the API.
 * The validated parts are handed over under the contract's types.
 */
export const route =
  <E extends Endpoint>(
    app: FastifyInstance,
    endpoint: E,
    cache: keyof typeof CACHE,
    config: Pick<FastifyContextConfig, 'chooseValidationCode'> = {},
  ) =>
  (handler: Handler<E>): void => {
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      config,
      schema: {
        summary: endpoint.summary,
        ...(endpoint.params ? { params: endpoint.params } : {}),
        ...(endpoint.query ? { querystring: endpoint.query } : {}),
        ...(endpoint.method === 'GET' ? {} : { body: endpoint.body ?? NoBody }),
        response: { 200: endpoint.response },
      },
      handler: async (request, reply) => {
        const { params, query, body } = request;
        const parts = { params, query, body } as unknown as RequestOf<E>; // checked by the schemas above
        const answer = await handler(parts, { request, reply });
        reply.header('cache-control', CACHE[cache]).type('application/json; charset=utf-8');
        return answer instanceof PreparedAnswer ? reply.send(answer.json) : reply.send(answer);
      },
    });
  };
