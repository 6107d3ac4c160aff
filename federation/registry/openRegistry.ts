import { Registry, type RegistrySettings } from './Registry';
import { openStorage } from './storage/openStorage';

const readSettings = (environment: NodeJS.ProcessEnv): RegistrySettings => ({
  requiresBrowser: environment['NODE_ENV'] === 'production',
});

/** Opens the registry that the environment configures (docs/releasing.md), which may be away. */
export const openRegistry = async (environment: NodeJS.ProcessEnv): Promise<Registry> =>
  new Registry(await openStorage(environment, false), readSettings(environment));

/**
 * Opens the registry that the environment configures.
 * @throws {RegistryError} `unknown` if there is none.
 */
export const openExistingRegistry = async (environment: NodeJS.ProcessEnv): Promise<Registry> => {
  const registry = await openRegistry(environment);
  await registry.requireExistence();
  return registry;
};

/** Makes the registry that the environment configures. Returns whether there was none. */
export const createRegistry = async (
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly registry: Registry; readonly isNew: boolean }> => {
  const registry = new Registry(await openStorage(environment, true), readSettings(environment));
  return { registry, isNew: await registry.create(new Date()) };
};
