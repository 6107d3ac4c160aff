import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One endpoint of the API: what it takes, what it answers, and what the shop says when it fails without a reason. */
export interface Endpoint {
  readonly method: HttpMethod;
  /** Path below `/api`, with `:name` for parameters. */
  readonly path: string;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  readonly response: TSchema;
  /** Fallback when the server gives no message (product.md 12.1). */
  readonly failureMessage: string;
  /** One sentence for the generated API documentation. */
  readonly summary: string;
}

export const defineEndpoint = <const E extends Endpoint>(endpoint: E): E => endpoint;

type ParamsOf<E> = E extends { readonly params: infer S extends TSchema }
  ? { params: Static<S> }
  : { params?: undefined };
type QueryOf<E> = E extends { readonly query: infer S extends TSchema } ? { query: Static<S> } : { query?: undefined };
type BodyOf<E> = E extends { readonly body: infer S extends TSchema } ? { body: Static<S> } : { body?: undefined };

export type RequestOf<E extends Endpoint> = ParamsOf<E> & QueryOf<E> & BodyOf<E>;
export type ResponseOf<E extends Endpoint> = Static<E['response']>;

/** An object that refuses properties it does not name. */
export const Closed = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

/** For endpoints that take no body: nothing, or an empty object. */
export const NoBody = Type.Union([Type.Null(), Closed({})]);

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/**
 * Every failed answer of the API, whatever its HTTP status; `success` stands beside `status` where the call has it
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
