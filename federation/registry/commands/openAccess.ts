import {
  createDirectAccess,
  createHttpAccess,
  createStorageCaller,
  openExistingRegistry,
  notifyWebhooks,
  readRampPolicy,
  RegistryError,
  type Registry,
  type RegistryAccess,
  type SendSettings,
} from '..';
import { UsageError } from './parseArguments';

/** Returns the origin of the shop: that of the registry's API, PUBLIC_URL, or the default of `npm start`. */
export const getSiteUrl = (environment: NodeJS.ProcessEnv): string => {
  const url = environment['REGISTRY_URL'] || environment['PUBLIC_URL'];
  return url ? new URL(url).origin : `http://localhost:${environment['PORT'] || '3000'}`;
};

/** Returns the origin of the pages at /federation: FEDERATION_URL, or that of the shop. */
const getFederationUrl = (environment: NodeJS.ProcessEnv): string => {
  const url = environment['FEDERATION_URL'];
  return url ? new URL(url).origin : getSiteUrl(environment);
};

interface OpenedRegistry {
  readonly access: RegistryAccess;
  /** Waits until webhooks were notified. */
  readonly close: () => Promise<void>;
}

/** Opens the registry that the environment configures. */
export const openAccess = async (environment: NodeJS.ProcessEnv): Promise<OpenedRegistry> => {
  const url = environment['REGISTRY_URL'];
  if (!url) {
    const registry = await openExistingRegistry(environment);
    const webhooks: SendSettings = {
      policy: environment['NODE_ENV'] === 'production' ? 'public' : 'any',
      siteUrl: getFederationUrl(environment),
    };
    const access = createDirectAccess(registry, createStorageCaller(environment['USER'] || 'command line'), {
      ramp: readRampPolicy(environment),
      webhooks,
    });
    const { finish } = notifyWebhooks(registry, webhooks);
    return { access, close: async () => void (await finish()) };
  }
  const secret = environment['REGISTRY_TOKEN'];
  if (!secret) throw new RegistryError('unauthorized', 'REGISTRY_URL is set, but REGISTRY_TOKEN is not');
  return { access: createHttpAccess(url, secret), close: async () => undefined };
};

/** Opens the storage for token commands. Tokens can only be created with direct storage access, never over HTTP. */
export const openStorageRegistry = async (environment: NodeJS.ProcessEnv): Promise<Registry> => {
  if (environment['REGISTRY_URL'])
    throw new UsageError(
      "Tokens can only be managed with direct access to the registry's storage, not over REGISTRY_URL: run this there (in a container of the host: npm run remote -- token ...), with REGISTRY_URL unset.",
    );
  return openExistingRegistry(environment);
};
