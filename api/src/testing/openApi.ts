import * as Type from '@sinclair/typebox';
import { Parse } from '@sinclair/typebox/value';
import type { FastifyInstance } from 'fastify';

const OpenApi = Type.Object({ paths: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())) });

/** Returns all routes in the app's /openapi.json, with parameters as `{name}`, so that tests include new routes. */
export const listDocumentedRoutes = async (app: FastifyInstance): Promise<{ method: string; path: string }[]> => {
  const { paths } = Parse(OpenApi, (await app.inject('/api/openapi.json')).json());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
};
