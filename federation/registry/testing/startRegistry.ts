import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { type Registry, registryRoutes } from '..';
import { openTestRegistry } from './openTestRegistry';

export interface StartedRegistry {
  readonly registry: Registry;
  /** URL of its HTTP API. */
  readonly url: string;
  /** Environments for the command line. */
  readonly beside: (user: string) => NodeJS.ProcessEnv;
  readonly overHttp: (token: string) => NodeJS.ProcessEnv;
  readonly stop: () => Promise<void>;
}

/** Starts an empty registry in a temporary directory that also listens on a port. */
export const startRegistry = async (): Promise<StartedRegistry> => {
  const workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'registry-'));
  const registry = openTestRegistry(workspace);
  const app = fastify();
  await app.register(async (scope) => registryRoutes(scope, { registry }), { prefix: '/federation/api' });
  const url = `${await app.listen({ port: 0 })}/federation/api`;
  return {
    registry,
    url,
    beside: (user) => ({ ...process.env, REGISTRY_DIR: workspace, REGISTRY_URL: '', REGISTRY_TOKEN: '', USER: user }),
    overHttp: (token) => ({
      ...process.env,
      REGISTRY_DIR: path.join(workspace, 'not-here'),
      REGISTRY_URL: url,
      REGISTRY_TOKEN: token,
    }),
    stop: async () => {
      await app.close();
      await fs.rm(workspace, { recursive: true, force: true });
    },
  };
};
