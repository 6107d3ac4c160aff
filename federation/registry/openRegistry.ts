import { Registry } from './Registry';
import { openStorage } from './storage/openStorage';

/**
 * The registry that the environment names (docs/releasing.md). `isMade`: a directory that is not there is made by the
 * first write.
 */
export const openRegistry = async (
  environment: NodeJS.ProcessEnv,
  { isMade = true }: { readonly isMade?: boolean } = {},
): Promise<Registry> => new Registry(await openStorage(environment, isMade));
