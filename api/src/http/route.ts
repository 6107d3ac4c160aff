import { NoBody, type Endpoint, type RequestOf, type ResponseOf } from '@shop/contracts';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import type { RequestContext } from './RequestContext';
import type { Session } from './Session';
import type { ShopErrorCode } from './ShopError';

/** Who may call a route: `anyone`, or only a customer with a `session`. */
export type RouteAuth = 'anyone' | 'session';

declare module 'fastify' {
  interface FastifyInstance {
    /** Authenticates a request. @throws {ShopError} UNAUTHENTICATED. */
    requireSession(request: FastifyRequest, reply: FastifyReply): Promise<Session>;
  }
  interface FastifyContextConfig {
    /** Required for every route of the API; a test lists those without it. */
    readonly auth?: RouteAuth;
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

/** A response that is already serialized, such as one from a cache. */
export class SerializedResponse {
  constructor(readonly json: string) {}
}

interface RouteOptions<E extends Endpoint, A extends RouteAuth> extends Pick<
  FastifyContextConfig,
  'chooseValidationCode'
> {
  /** One sentence for the generated API documentation. */
  readonly summary: string;
  readonly auth: A;
  readonly cache: E extends { readonly isPublic: true } ? 'public' | 'fresh' : 'private';
  /** Consumes rate limits before the handler runs. @throws {ShopError} TOO_MANY_ATTEMPTS. */
  readonly limit?: (request: RequestContext) => Promise<void>;
}

type SignedInContext = RequestContext & { readonly session: Session };

type Handler<E extends Endpoint, A extends RouteAuth> = (
  parts: RequestOf<E>,
  request: A extends 'session' ? SignedInContext : RequestContext,
) => Promise<ResponseOf<E> | SerializedResponse>;

/**
 * Registers an endpoint of the contracts. Its schemas validate requests and document the API; the handler receives the
 * validated parts with the contract's types, and the session if the route requires one.
 */
export const route =
  <E extends Endpoint, A extends RouteAuth>(
    app: FastifyInstance,
    endpoint: E,
    { summary, auth, cache, limit, ...config }: RouteOptions<E, A>,
  ) =>
  (handler: Handler<E, A>): void => {
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      config: { auth, ...config },
      schema: {
        summary,
        ...(endpoint.params ? { params: endpoint.params } : {}),
        ...(endpoint.query ? { querystring: endpoint.query } : {}),
        ...(endpoint.method === 'GET' ? {} : { body: endpoint.body ?? NoBody }),
        response: { 200: endpoint.response },
      },
      handler: async (request, reply) => {
        const { params, query, body } = request;
        const parts = { params, query, body } as unknown as RequestOf<E>; // validated by the schemas above
        const session = auth === 'session' ? await app.requireSession(request, reply) : undefined;
        const requestContext = { request, reply, session } as SignedInContext; // it has one if auth requires it
        await limit?.(requestContext);
        const response = await handler(parts, requestContext);
        reply.header('cache-control', CACHE[cache]).type('application/json; charset=utf-8');
        return response instanceof SerializedResponse ? reply.send(response.json) : reply.send(response);
      },
    });
  };
