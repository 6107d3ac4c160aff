import { Registry } from './Registry';
import { openStorage } from './storage/openStorage';

/**
 * Opens the registry that the environment configures (docs/releasing.md). `createIfMissing`: whether the first write
 * creates a missing directory.
 */
export const openRegistry = async (
  environment: NodeJS.ProcessEnv,
  { createIfMissing = true }: { readonly createIfMissing?: boolean } = {},
): Promise<Registry> => new Registry(await openStorage(environment, createIfMissing));
