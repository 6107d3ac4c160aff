import {
  createDirectAccess,
  createHttpAccess,
  createStorageCaller,
  openExistingRegistry,
  readRampPolicy,
  RegistryError,
  type Registry,
  type RegistryAccess,
} from '..';
import { UsageError } from './parseArguments';

/** Returns the origin of the shop: that of the registry's API, PUBLIC_URL, or the default of `npm start`. */
export const getSiteUrl = (environment: NodeJS.ProcessEnv): string => {
  const url = environment['REGISTRY_URL'] || environment['PUBLIC_URL'];
  return url ? new URL(url).origin : `http://localhost:${environment['PORT'] || '3000'}`;
};

/** Opens the registry that the environment configures. */
export const openAccess = async (environment: NodeJS.ProcessEnv): Promise<RegistryAccess> => {
  const url = environment['REGISTRY_URL'];
  if (!url) {
    const registry = await openExistingRegistry(environment);
    return createDirectAccess(registry, createStorageCaller(environment['USER'] || 'command line'), {
      ramp: readRampPolicy(environment),
    });
  }
  const secret = environment['REGISTRY_TOKEN'];
  if (!secret) throw new RegistryError('unauthorized', 'REGISTRY_URL is set, but REGISTRY_TOKEN is not');
  return createHttpAccess(url, secret);
};

/** Opens the storage for token commands. Tokens can only be created with direct storage access, never over HTTP. */
export const openStorageRegistry = async (environment: NodeJS.ProcessEnv): Promise<Registry> => {
  if (environment['REGISTRY_URL'])
    throw new UsageError(
      "Tokens can only be managed with direct access to the registry's storage, not over REGISTRY_URL: run this there (in a container of the host: npm run remote -- token ...), with REGISTRY_URL unset.",
    );
  return openExistingRegistry(environment);
};
