import type { TObject, TSchema } from '@sinclair/typebox';
import { Errors } from '@sinclair/typebox/errors';
import { Check } from '@sinclair/typebox/value';
import type { Endpoint } from '@shop/contracts/endpoint';
import type { ContractRequest } from '@shop/contracts/answers/respondTo';

/** Omits empty values, as the API client does. */
const omitEmpty = (values: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== undefined && value !== ''));

const listViolations = (place: string, schema: TSchema, value: unknown): string[] =>
  Check(schema, value)
    ? []
    : [...Errors(schema, value)].map(
        ({ path, message, value: found }) => `${place}${path}: ${message}, but it is ${JSON.stringify(found)}`,
      );

const checkValues = (
  place: string,
  schema: TObject | undefined,
  values: Readonly<Record<string, unknown>>,
): string[] => {
  // Unknown names have no effect, so they are probably mistakes.
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(schema?.properties ?? {}, name));
  return [
    ...(schema ? listViolations(place, schema, values) : []),
    ...unknown.map((name) => `${place}/${name}: the endpoint does not know it`),
  ];
};

const checkBody = ({ body: schema, bytes }: Endpoint, body: unknown): string[] => {
  if (bytes) return body instanceof Blob && body.size <= bytes.maxBytes ? [] : ['body: the endpoint takes a file'];
  if (schema) return listViolations('body', schema, body);
  return body === undefined ? [] : [`body: the endpoint takes none, but it is ${JSON.stringify(body)}`];
};

/** Returns violations of the contract by a request; empty if it is valid. */
export const checkRequest = (endpoint: Endpoint, { params, query, body }: ContractRequest): string[] => {
  return [
    ...checkValues('params', endpoint.params, omitEmpty(params)),
    ...checkValues('query', endpoint.query, omitEmpty(query)),
    ...checkBody(endpoint, body),
  ];
};

/** Returns violations of what the client accepts. */
export const checkResponse = ({ response, accepts = response }: Endpoint, answer: unknown): string[] =>
  listViolations('answer', accepts, answer);
