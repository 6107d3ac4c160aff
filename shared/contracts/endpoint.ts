import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import type { Permission } from './permissions';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Staff with a permission, any of them, or whoever stands at the door of the back office and is about to sign in. */
export interface StaffAccess {
  readonly staff: Permission | 'any' | 'door';
}

/** Who may call an endpoint: everybody, a customer who is signed in, or staff. */
export type Access = 'anyone' | 'customer' | StaffAccess;

/** An API endpoint: its request and response schemas and the message for failures without a reason. */
export interface Endpoint {
  readonly method: HttpMethod;
  /** Path below `/api`, with `:name` for parameters. */
  readonly path: string;
  readonly access: Access;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** The body is no JSON but a file: its bytes as they are, at most so many. */
  readonly bytes?: { readonly maxBytes: number };
  readonly response: TSchema;
  /** What the client accepts as a success, if that is more than our server answers (product.md 11.5). */
  readonly accepts?: TSchema;
  /** Fallback when the server gives no message (product.md 12.1). */
  readonly failureMessage: string;
  /** The answer is the same for everybody: pages are rendered from these alone, and caches may keep them. */
  readonly isPublic?: true;
}

/** Paths below /admin are for staff, and only they. */
type AccessOf<Path extends string> = Path extends `/admin/${string}` ? StaffAccess : Exclude<Access, StaffAccess>;

export const defineEndpoint = <const E extends Endpoint>(endpoint: E & { readonly access: AccessOf<E['path']> }): E =>
  endpoint;

type ParamsOf<E> = E extends { readonly params: infer S extends TSchema }
  ? { params: Static<S> }
  : { params?: undefined };
type QueryOf<E> = E extends { readonly query: infer S extends TSchema } ? { query: Static<S> } : { query?: undefined };
type BodyOf<E> = E extends { readonly body: infer S extends TSchema }
  ? { body: Static<S> }
  : E extends { readonly bytes: object }
    ? { body: Blob }
    : { body?: undefined };

export type RequestOf<E extends Endpoint> = ParamsOf<E> & QueryOf<E> & BodyOf<E>;
export type ResponseOf<E extends Endpoint> = Static<E['response']>;
/** What the client gets. */
export type AnswerOf<E extends Endpoint> = E extends { readonly accepts: infer S extends TSchema }
  ? Static<S>
  : ResponseOf<E>;

/** A flag that says nothing about failure: only `false` does. */
export const UnlessFalse = Type.Optional(Type.Not(Type.Literal(false)));

/** An object that rejects unknown properties. */
export const Closed = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

/** Body schema for endpoints without a body: null or an empty object. */
export const NoBody = Type.Union([Type.Null(), Closed({})]);

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/**
 * Every failed response of the API, whatever its HTTP status. `success` accompanies `status` in calls that have it
 * (product.md 11.4).
 */
export const ApiError = Type.Object({
  status: Type.Literal(false),
  success: Type.Optional(Type.Literal(false)),
  message: Type.String(),
  code: Type.Optional(Type.String()),
  fields: Type.Optional(Type.Record(Type.String(), Type.String())),
});
export type ApiError = Static<typeof ApiError>;
