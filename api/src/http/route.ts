import { NoBody, type Endpoint, type RequestOf, type ResponseOf } from '@shop/shared/contracts';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ShopErrorCode } from './ShopError';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Returns the error code for a request whose given fields are invalid; `INVALID_REQUEST` if unset. */
    readonly chooseValidationCode?: (fields: readonly string[]) => ShopErrorCode;
  }
}

/** `public` responses may be cached, `fresh` ones must be revalidated each time, `private` ones are never stored. */
export const CACHE = {
  public: 'public, max-age=15, stale-while-revalidate=60',
  fresh: 'public, no-cache',
  private: 'no-store',
} as const;

type Handler<E extends Endpoint> = (
  request: RequestOf<E>,
  context: { readonly request: FastifyRequest; readonly reply: FastifyReply },
) => Promise<ResponseOf<E> | SerializedResponse>;

/** A response that is already serialized, such as one from a cache. */
export class SerializedResponse {
  constructor(readonly json: string) {}
}

/**
 * Registers an endpoint of the contracts. Its schemas validate requests and document the API; the handler receives the
 * validated parts with the contract's types.
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
        const parts = { params, query, body } as unknown as RequestOf<E>; // validated by the schemas above
        const answer = await handler(parts, { request, reply });
        reply.header('cache-control', CACHE[cache]).type('application/json; charset=utf-8');
        return answer instanceof SerializedResponse ? reply.send(answer.json) : reply.send(answer);
      },
    });
  };
