import type { RegistryAccess } from '..';

/** What each command gets: access to the registry, and where to print. */
export interface CommandContext {
  readonly access: RegistryAccess;
  readonly print: (line: string) => void;
}

/** What the command line gives to the groups of commands. */
export interface CommandLine {
  readonly environment: NodeJS.ProcessEnv;
  readonly print: (line: string) => void;
  /** Runs a command with the registry that the environment configures. */
  readonly withRegistry: (work: (context: CommandContext) => Promise<void>) => Promise<void>;
}
