import { NoBody, type Access, type Endpoint, type RequestOf, type ResponseOf, type StaffAccess } from '@shop/contracts';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { acceptBytes } from './bytes';
import type { RequestContext } from './RequestContext';
import { isForStaff } from './separateAdmin';
import type { Session } from './Session';
import type { ShopErrorCode } from './ShopError';
import type { StaffSession } from './StaffSession';

declare module 'fastify' {
  interface FastifyInstance {
    /** Authenticates a request. @throws {ShopError} UNAUTHENTICATED. */
    requireSession(request: FastifyRequest, reply: FastifyReply): Promise<Session>;
    /**
     * Authenticates a member of staff. @throws {ShopError} UNAUTHENTICATED, or NOT_ALLOWED without the permission.
     */
    requireStaff(request: FastifyRequest, reply: FastifyReply, access: StaffAccess): Promise<StaffSession>;
  }
  interface FastifyRequest {
    /** Set before the body is read, on routes of staff who are signed in. */
    staff?: StaffSession;
  }
  interface FastifyContextConfig {
    /** Required for every route of the API; a test lists those without it. */
    readonly access?: Access;
    /** The body is a file of at most so many bytes. */
    readonly bytes?: Endpoint['bytes'];
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

/** A response that browsers save while it arrives. */
export class StreamedFile {
  constructor(
    readonly name: string,
    readonly parts: AsyncIterable<string>,
  ) {}
}

interface EndpointOptions<E extends Endpoint> extends Pick<FastifyContextConfig, 'chooseValidationCode'> {
  /** One sentence for the generated API documentation. */
  readonly summary: string;
  readonly cache: E extends { readonly isPublic: true } ? 'public' | 'fresh' | 'private' : 'private';
  /** Consumes rate limits before the handler runs. @throws {ShopError} TOO_MANY_ATTEMPTS. */
  readonly limit?: (request: RequestContext) => Promise<void>;
  /** Of what servers ask all the time: only its failures are logged. */
  readonly logLevel?: 'warn';
}

type SignedInContext = RequestContext & { readonly session: Session };
type StaffContext = RequestContext & { readonly staff: StaffSession };

/** With the session of who may call the endpoint, if only they may. */
type ContextOf<E extends Endpoint> = E['access'] extends 'customer'
  ? SignedInContext
  : E['access'] extends { readonly staff: Exclude<StaffAccess['staff'], 'door'> }
    ? StaffContext
    : RequestContext;

/** A body that is a file has not been read yet: its handler limits it. */
type PartsOf<E extends Endpoint> = E extends { readonly bytes: object }
  ? Omit<RequestOf<E>, 'body'> & { readonly body: IncomingMessage }
  : RequestOf<E>;

type Handler<E extends Endpoint> = (
  parts: PartsOf<E>,
  request: ContextOf<E>,
) => Promise<ResponseOf<E> | SerializedResponse | StreamedFile>;

/**
 * Registers an endpoint of the contracts. Its schemas validate requests and document the API; the handler receives the
 * validated parts with the contract's types, and the session if only customers or staff may call it. Staff are checked
 * before anything is validated: others learn nothing of the back office.
 */
export const route =
  <E extends Endpoint>(
    app: FastifyInstance,
    endpoint: E,
    { summary, cache, limit, logLevel, ...config }: EndpointOptions<E>,
  ) =>
  (handler: Handler<E>): void => {
    const admitStaff = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      if (isForStaff(endpoint.access)) request.staff = await app.requireStaff(request, reply, endpoint.access);
    };
    const options: RouteOptions = {
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      ...(logLevel && { logLevel }),
      config: { access: endpoint.access, ...(endpoint.bytes ? { bytes: endpoint.bytes } : {}), ...config },
      ...(isForStaff(endpoint.access) && endpoint.access.staff !== 'door' ? { onRequest: admitStaff } : {}),
      schema: {
        summary,
        ...(endpoint.params ? { params: endpoint.params } : {}),
        ...(endpoint.query ? { querystring: endpoint.query } : {}),
        ...(endpoint.method === 'GET' ? {} : { body: endpoint.body ?? NoBody }),
        response: { 200: endpoint.response },
      },
      handler: async (request, reply) => {
        const { params, query, raw } = request;
        const body = endpoint.bytes ? raw : request.body;
        const parts = { params, query, body } as unknown as PartsOf<E>; // validated by the schemas above
        const session = endpoint.access === 'customer' ? await app.requireSession(request, reply) : undefined;
        // with the session of who may call it
        const requestContext = { request, reply, session, staff: request.staff } as unknown as ContextOf<E>;
        await limit?.(requestContext);
        const response = await handler(parts, requestContext);
        reply.header('cache-control', CACHE[cache]);
        if (response instanceof StreamedFile)
          return reply
            .type('text/csv; charset=utf-8')
            .header('content-disposition', `attachment; filename="${response.name}"`)
            .header('x-accel-buffering', 'no') // nginx has no room for many products
            .send(Readable.from(response.parts));
        reply.type('application/json; charset=utf-8');
        return response instanceof SerializedResponse ? reply.send(response.json) : reply.send(response);
      },
    };
    if (!endpoint.bytes) app.route(options);
    else
      void app.register(async (scope) => {
        acceptBytes(scope);
        scope.route(options);
      });
  };
