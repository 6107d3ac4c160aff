import { Command, CommanderError } from 'commander';
import { RegistryError, type RegistryErrorCode } from '..';
import { addDevelopmentCommands } from './addDevelopmentCommands';
import { addInspectionCommands } from './addInspectionCommands';
import { addMaintenanceCommands } from './addMaintenanceCommands';
import { addReleaseCommands } from './addReleaseCommands';
import type { CommandLine } from './CommandContext';
import { openAccess } from './openAccess';
import { UsageError } from './parseArguments';

/** Exit codes, so that a team's CI can tell what went wrong. */
const EXIT_CODES: Readonly<Record<RegistryErrorCode, number>> = {
  invalid: 2,
  refused: 3,
  conflict: 4,
  unauthorized: 5,
  forbidden: 5,
  unknown: 6,
};
const USAGE_ERROR_CODE = 2;

const EPILOGUE = `
"npm run remote -- <command> --help" shows the options of a command.
Uses the registry at REGISTRY_URL with REGISTRY_TOKEN, or the storage directly (docs/releasing.md).
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused (the release must be changed; every reason is listed),
4 conflict (somebody else was first), 5 not allowed, 6 unknown remote or release.`;

const GROUPS = [addDevelopmentCommands, addReleaseCommands, addInspectionCommands, addMaintenanceCommands];

const createProgram = (commandLine: CommandLine): Command => {
  const program = new Command('npm run remote --')
    .description('Creates, builds and releases remotes.')
    .addHelpText('after', EPILOGUE)
    .configureOutput({
      writeOut: (text) => commandLine.print(text.trimEnd()),
      writeErr: (text) => console.error(text.trimEnd()),
    })
    .exitOverride()
    .showHelpAfterError();
  for (const addCommands of GROUPS) addCommands(program, commandLine);
  // Help of a command says what was expected; help of all commands would hide the error.
  return program.showHelpAfterError('"npm run remote -- --help" shows the commands.');
};

const createCommandLine = (environment: NodeJS.ProcessEnv): CommandLine => {
  const print = (line: string): void => console.log(line);
  return {
    environment,
    print,
    withRegistry: async (work) => work({ access: await openAccess(environment), print }),
  };
};

/** Runs one command of the federation's command line. Returns the exit code. */
export const runCommand = async (argv: readonly string[]): Promise<number> => {
  const program = createProgram(createCommandLine(process.env));
  try {
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    // The library has printed its own errors, and help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR_CODE;
    console.error(error instanceof Error ? error.message : String(error));
    return error instanceof RegistryError ? EXIT_CODES[error.code] : error instanceof UsageError ? USAGE_ERROR_CODE : 1;
  }
};
