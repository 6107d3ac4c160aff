import type { TObject, TSchema } from '@sinclair/typebox';
import { Errors } from '@sinclair/typebox/errors';
import { Check } from '@sinclair/typebox/value';
import * as contracts from '@shop/contracts';
import type { Endpoint } from '@shop/contracts/endpoint';
import type { ContractRequest } from '@shop/contracts/answers/respondTo';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value;

/** All endpoints of the API. */
export const endpoints: readonly Endpoint[] = Object.values<unknown>(contracts).filter(isEndpoint);

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

const checkBody = (schema: TSchema | undefined, body: unknown): string[] => {
  if (schema) return listViolations('body', schema, body);
  return body === undefined ? [] : [`body: the endpoint takes none, but it is ${JSON.stringify(body)}`];
};

/** Returns violations of the contract by a request; empty if it is valid. */
export const checkRequest = (endpoint: Endpoint, { params, query, body }: ContractRequest): string[] => {
  if (!endpoints.includes(endpoint)) return ['is no endpoint of shared/contracts'];
  return [
    ...checkValues('params', endpoint.params, omitEmpty(params)),
    ...checkValues('query', endpoint.query, omitEmpty(query)),
    ...checkBody(endpoint.body, body),
  ];
};

export const checkResponse = ({ response }: Endpoint, answer: unknown): string[] =>
  listViolations('answer', response, answer);
