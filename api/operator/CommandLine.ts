import type { OperatorContext } from './OperatorContext';

/** Output of commands; tests pass their own. */
export interface Terminal {
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  /** Writes text without a newline. */
  readonly write: (text: string) => void;
}

/** What the command line gives to the groups of commands. */
export interface CommandLine extends Pick<Terminal, 'print' | 'write'> {
  readonly environment: NodeJS.ProcessEnv;
  /** Returns --by or the user of the machine. */
  readonly getOperatorName: () => string;
  /** Returns the absolute path of a file that the operator named. */
  readonly resolveFile: (file: string) => string;
  /** Runs a command with the database that the environment configures. */
  readonly withDatabase: (work: (context: OperatorContext) => Promise<void>) => Promise<void>;
}
