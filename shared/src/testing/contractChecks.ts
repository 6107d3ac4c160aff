import type { TObject, TSchema } from '@sinclair/typebox';
import { Errors } from '@sinclair/typebox/errors';
import { Check } from '@sinclair/typebox/value';
import * as contracts from '../contracts';
import type { Endpoint } from '../contracts/endpoint';
import type { ContractRequest } from './respondTo';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value;

/** All of the API, by the contracts' own index. */
export const endpoints: readonly Endpoint[] = Object.values<unknown>(contracts).filter(isEndpoint);

/** As the api client writes an address: what is empty is left out. */
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
  // A name that the endpoint does not know does nothing there: whoever wrote it meant something else.
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

/** What is wrong with a call, a sentence each; nothing where the endpoint takes it. */
export const checkRequest = (endpoint: Endpoint, { params, query, body }: ContractRequest): string[] => {
  if (!endpoints.includes(endpoint)) return ['is no endpoint of shared/src/contracts'];
  return [
    ...checkValues('params', endpoint.params, omitEmpty(params)),
    ...checkValues('query', endpoint.query, omitEmpty(query)),
    ...checkBody(endpoint.body, body),
  ];
};

export const checkResponse = ({ response }: Endpoint, answer: unknown): string[] =>
  listViolations('answer', response, answer);
