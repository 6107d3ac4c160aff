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

/** A route as the running app documents it. */
export interface DocumentedRoute {
  readonly method: string;
  /** With `{name}` for parameters. */
  readonly path: string;
  /** Names of the parameters of its path and its query, and of every property of its body, at any depth. */
  readonly fields: readonly string[];
  /** Names of the parameters of its path. */
  readonly pathParameters: readonly string[];
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Every name under `properties`, however deep. */
const listProperties = (schema: unknown): string[] => {
  if (!isObject(schema)) return [];
  const named = 'properties' in schema && isObject(schema.properties) ? Object.keys(schema.properties) : [];
  return [...named, ...Object.values(schema).flatMap(listProperties)];
};

/** Every route of the running app's /openapi.json: nobody has to remember to add one. */
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
