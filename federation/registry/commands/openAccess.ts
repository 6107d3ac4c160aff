import type { Audience } from '@shop/runtime/remotes';
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

/**
 * Returns the origin of an audience's pages: for shoppers that of the registry's API or PUBLIC_URL, for staff
 * ADMIN_URL; or the default of `npm start`.
 */
export const getSiteUrl = (environment: NodeJS.ProcessEnv, audience: Audience): string => {
  if (audience === 'staff')
    return new URL(environment['ADMIN_URL'] || `http://admin.localhost:${environment['PORT'] || '3000'}`).origin;
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

/** Opens the storage for what no token allows, and so nobody can do over HTTP: tokens themselves, and audiences. */
export const openStorageRegistry = async (environment: NodeJS.ProcessEnv): Promise<Registry> => {
  if (environment['REGISTRY_URL'])
    throw new UsageError(
      "This needs direct access to the registry's storage, not REGISTRY_URL: run it there (in a container of the host: npm run remote -- token ...), with REGISTRY_URL unset.",
    );
  return openExistingRegistry(environment);
};
