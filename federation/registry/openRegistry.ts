import { Registry } from './Registry';
import { openStorage } from './storage/openStorage';

/** The registry that the environment names (README, Settings). */
export const openRegistry = async (environment: NodeJS.ProcessEnv): Promise<Registry> => new Registry(await openStorage(environment));
