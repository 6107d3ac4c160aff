import type { RegistryAccess } from '..';

/** What each command gets: access to the registry, and where to print. */
export interface CommandContext {
  readonly access: RegistryAccess;
  readonly print: (line: string) => void;
}
