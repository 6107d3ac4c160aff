import * as Type from '@sinclair/typebox';
import { Parse } from '@sinclair/typebox/value';
import type { FastifyInstance } from 'fastify';

const Operation = Type.Object({
  parameters: Type.Optional(Type.Array(Type.Object({ name: Type.String(), in: Type.String() }))),
  requestBody: Type.Optional(
    Type.Object({ content: Type.Record(Type.String(), Type.Object({ schema: Type.Unknown() })) }),
  ),
});
const OpenApi = Type.Object({ paths: Type.Record(Type.String(), Type.Record(Type.String(), Operation)) });

/** A route in the OpenAPI document. */
export interface DocumentedRoute {
  readonly method: string;
  /** Parameters are written as `{name}`. */
  readonly path: string;
  /** Names of path and query parameters, and of all body properties at any depth. */
  readonly fields: readonly string[];
  readonly pathParameters: readonly string[];
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns all names under `properties`, at any depth. */
const listProperties = (schema: unknown): string[] => {
  if (!isObject(schema)) return [];
  const named = 'properties' in schema && isObject(schema.properties) ? Object.keys(schema.properties) : [];
  return [...named, ...Object.values(schema).flatMap(listProperties)];
};

/** Returns all routes in the app's /openapi.json, so that tests include new routes automatically. */
export const listDocumentedRoutes = async (app: FastifyInstance): Promise<DocumentedRoute[]> => {
  const { paths } = Parse(OpenApi, (await app.inject('/api/openapi.json')).json());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      fields: [
        ...new Set([
          ...parameters.map(({ name }) => name),
          ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => listProperties(schema)),
        ]),
      ],
      pathParameters: parameters.filter(({ in: where }) => where === 'path').map(({ name }) => name),
    })),
  );
};
