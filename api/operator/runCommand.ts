import os from 'node:os';
import path from 'node:path';
import { Command, CommanderError } from 'commander';
import { anOperatorNamed } from '../src/audit/Actor';
import { readConfig } from '../src/config';
import { ShopError } from '../src/http/ShopError';
import { createPaymentProvider } from '../src/modules/payments/createPaymentProvider';
import { addCouponCommands } from './addCouponCommands';
import { addDatabaseCommands } from './addDatabaseCommands';
import { addDemoCommands } from './addDemoCommands';
import { addMailCommands } from './addMailCommands';
import { addOrderCommands } from './addOrderCommands';
import { addPaymentCommands } from './addPaymentCommands';
import { addPictureCommands } from './addPictureCommands';
import { addProductCommands } from './addProductCommands';
import { addReviewCommands } from './addReviewCommands';
import { addSlotCommands } from './addSlotCommands';
import { addStaffCommands } from './addStaffCommands';
import { addUserCommands } from './addUserCommands';
import type { CommandLine, Terminal } from './CommandLine';
import { openOperatorDatabase } from './openOperatorDatabase';
import { EXIT_CODES, OperatorError } from './OperatorError';
import { parseOperatorName } from './parseArguments';
import { sanitizeLines } from './printTable';

const EPILOGUE = `
"npm run shop -- <command> --help" shows the options of a command.
Every change of its data is recorded in the table audit_log with the name of the operator.
Uses the database at DATABASE_DIRECT_URL or DATABASE_URL or, if neither is set, the embedded one, which serves one
process: stop the shop first.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused, 4 conflict, 6 unknown.`;

const GROUPS = [
  addProductCommands,
  addPictureCommands,
  addOrderCommands,
  addPaymentCommands,
  addCouponCommands,
  addReviewCommands,
  addSlotCommands,
  addUserCommands,
  addStaffCommands,
  addMailCommands,
  addDatabaseCommands,
  addDemoCommands,
];

const CLOCK = { now: () => new Date() };

const createCommandLine = (
  program: Command,
  environment: NodeJS.ProcessEnv,
  { print, write }: Terminal,
): CommandLine => {
  const getOperatorName = (): string => program.opts<{ by?: string }>().by ?? os.userInfo().username;
  return {
    environment,
    print,
    write,
    getOperatorName,
    // `npm run` changes to the root of the repository; INIT_CWD is where the operator is.
    resolveFile: (file) => path.resolve(environment['INIT_CWD'] ?? process.cwd(), file),
    withDatabase: async (work) => {
      const actor = anOperatorNamed(getOperatorName());
      const config = readConfig(environment);
      const database = await openOperatorDatabase(config);
      try {
        const provider = createPaymentProvider({ config, clock: CLOCK });
        await work({ database, clock: CLOCK, config, provider, actor, print });
      } finally {
        await database.close();
      }
    },
  };
};

const createProgram = (environment: NodeJS.ProcessEnv, terminal: Terminal): Command => {
  const program = new Command('npm run shop --')
    .description(
      'Runs the shop: products, pictures, orders, payments, coupons, reviews, delivery slots, users, staff, mails and backups.',
    )
    .option('--by <name>', 'operator, for the log; the user of the machine by default', parseOperatorName)
    .addHelpText('after', EPILOGUE)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.printError(text.trimEnd()),
    })
    .exitOverride()
    .showHelpAfterError();
  const commandLine = createCommandLine(program, environment, terminal);
  for (const addCommands of GROUPS) addCommands(program, commandLine);
  // Help of a command says what was expected; help of all commands would hide the error.
  return program.showHelpAfterError('"npm run shop -- --help" shows the commands.');
};

const PROCESS_TERMINAL: Terminal = {
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  write: (text) => void process.stdout.write(text),
};

/** Runs an operator command. Returns the exit code. */
export const runCommand = async (
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: Terminal = PROCESS_TERMINAL,
): Promise<number> => {
  // Errors repeat what was typed, such as a number from a customer's mail.
  const terminal: Terminal = { ...output, printError: (text) => output.printError(sanitizeLines(text)) };
  const program = createProgram(environment, terminal);
  try {
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    // The library has printed its own errors, and help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_CODES.usage;
    terminal.printError(error instanceof Error ? error.message : String(error));
    if (error instanceof OperatorError) return EXIT_CODES[error.code];
    return error instanceof ShopError ? EXIT_CODES.refused : EXIT_CODES.failed;
  }
};
