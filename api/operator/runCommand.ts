import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '../src/config';
import { createPaymentProvider } from '../src/modules/payments/createPaymentProvider';
import { ShopError } from '../src/http/ShopError';
import { addCoupon } from './addCoupon';
import { backupDatabase } from './backup/backupDatabase';
import { restoreEmbedded } from './backup/restoreEmbedded';
import { restorePostgres } from './backup/restorePostgres';
import { exportProducts } from './exportProducts';
import { importProducts } from './importProducts';
import { listOrders } from './listOrders';
import { listSecurityEvents } from './listSecurityEvents';
import { markTransferPaid } from './markTransferPaid';
import { openOperatorDatabase } from './openOperatorDatabase';
import { EXIT_CODES, OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';
import { sanitize } from './printTable';
import {
  parseArguments,
  toCoupon,
  toPageSize,
  toOrderFilter,
  toStore,
  createUsageError,
  type Option,
  type Values,
} from './readOptions';
import { refundOrder } from './refundOrder';
import { shipOrder } from './shipOrder';
import { showUser } from './showUser';
import { USAGE } from './usage';
import { resolveCwd, writePrivateFile } from './writePrivateFile';

/** Output of commands; tests pass their own. */
export interface Terminal {
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  /** Writes text without a newline. */
  readonly write: (text: string) => void;
}

const terminal: Terminal = {
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  write: (text) => void process.stdout.write(text),
};

const MAX_NAME_LENGTH = 80;
const parseOperatorName = (by: string | undefined): string => {
  const name = (by ?? os.userInfo().username).trim();
  if (name === '' || name.length > MAX_NAME_LENGTH)
    throw createUsageError(`--by is a name of 1 to ${MAX_NAME_LENGTH} characters.`);
  return name;
};

const CLOCK = { now: () => new Date() };

interface Invocation {
  readonly words: readonly string[];
  readonly values: Values;
  readonly environment: NodeJS.ProcessEnv;
  readonly terminal: Terminal;
}

interface Command {
  /** Descriptions of the command's positional arguments. */
  readonly positionals: readonly string[];
  readonly hasOptionalPositionals?: true;
  readonly options: readonly Option[];
  readonly run: (invocation: Invocation) => Promise<void>;
}

const withDatabase = async (
  { values, environment, terminal: { print } }: Invocation,
  work: (context: OperatorContext) => Promise<void>,
): Promise<void> => {
  const who = parseOperatorName(values.by);
  const config = readConfig(environment);
  const database = await openOperatorDatabase(config);
  try {
    await work({
      database,
      clock: CLOCK,
      config,
      provider: createPaymentProvider({ config, clock: CLOCK }),
      who,
      print,
    });
  } finally {
    await database.close();
  }
};

const resolveFile = ({ words, environment }: Invocation): string =>
  path.resolve(resolveCwd(environment), words[0] ?? '');
const parseOrderNumber = ({ words }: Invocation): string => (words[0] ?? '').trim().toUpperCase();

const runExport = async (invocation: Invocation, context: OperatorContext): Promise<void> => {
  const parts = exportProducts(context, toStore(invocation.values));
  if (invocation.words.length === 0) {
    for await (const part of parts) invocation.terminal.write(part);
    return;
  }
  const file = resolveFile(invocation);
  await writePrivateFile(file, async (descriptor) => {
    for await (const part of parts) fs.writeFileSync(descriptor, part);
  });
  context.print(`Exported to ${file}.`);
};

const runRestore = async (invocation: Invocation): Promise<void> => {
  const { databaseUrl, dataDirectory } = readConfig(invocation.environment);
  const file = resolveFile(invocation);
  const entry = {
    who: parseOperatorName(invocation.values.by),
    action: 'restore',
    subject: path.basename(file),
    detail: '',
  };
  const options = {
    dataDirectory,
    file,
    replace: invocation.values.replace,
    entry,
    now: CLOCK.now(),
    print: invocation.terminal.print,
  };
  await (databaseUrl === undefined
    ? restoreEmbedded({ ...options, databaseUrl })
    : restorePostgres({ ...options, databaseUrl }));
};

const COMMANDS: Readonly<Record<string, Command>> = {
  'products import': {
    positionals: ['the file'],
    options: ['dry-run'],
    run: (invocation) =>
      withDatabase(invocation, (context) =>
        importProducts(context, resolveFile(invocation), { dryRun: invocation.values['dry-run'] }),
      ),
  },
  'products export': {
    positionals: ['the file'],
    hasOptionalPositionals: true,
    options: ['store'],
    run: (invocation) => withDatabase(invocation, (context) => runExport(invocation, context)),
  },
  'orders list': {
    positionals: [],
    options: ['status', 'since', 'email', 'owed', 'page', 'per-page', 'json'],
    run: (invocation) => {
      const filter = toOrderFilter(invocation.values);
      return withDatabase(invocation, (context) => listOrders(context, filter, { json: invocation.values.json }));
    },
  },
  'orders paid': {
    positionals: ["the order's number"],
    options: ['dry-run'],
    run: (invocation) =>
      withDatabase(invocation, (context) =>
        markTransferPaid(context, parseOrderNumber(invocation), { dryRun: invocation.values['dry-run'] }),
      ),
  },
  'orders ship': {
    positionals: ["the order's number"],
    options: ['paid', 'dry-run'],
    run: (invocation) =>
      withDatabase(invocation, (context) =>
        shipOrder(context, parseOrderNumber(invocation), {
          paid: invocation.values.paid,
          dryRun: invocation.values['dry-run'],
        }),
      ),
  },
  'orders refund': {
    positionals: ["the order's number"],
    options: ['owed', 'reason', 'dry-run'],
    run: (invocation) => {
      const { owed, reason, 'dry-run': dryRun } = invocation.values;
      return withDatabase(invocation, (context) =>
        refundOrder(context, parseOrderNumber(invocation), { owedOnly: owed, reason, dryRun }),
      );
    },
  },
  'coupons add': {
    positionals: ['the code'],
    options: ['percent', 'amount', 'minimum', 'from', 'until', 'uses', 'uses-per-customer', 'dry-run'],
    run: (invocation) => {
      const coupon = toCoupon(invocation.words[0] ?? '', invocation.values);
      return withDatabase(invocation, (context) =>
        addCoupon(context, coupon, { dryRun: invocation.values['dry-run'] }),
      );
    },
  },
  'users show': {
    positionals: ['the e-mail address'],
    options: ['json'],
    run: (invocation) =>
      withDatabase(invocation, (context) =>
        showUser(context, invocation.words[0] ?? '', { json: invocation.values.json }),
      ),
  },
  'users events': {
    positionals: ['the e-mail address'],
    hasOptionalPositionals: true,
    options: ['per-page', 'json'],
    run: (invocation) => {
      const limit = toPageSize(invocation.values);
      return withDatabase(invocation, (context) =>
        listSecurityEvents(context, { email: invocation.words[0] ?? null, limit }, { json: invocation.values.json }),
      );
    },
  },
  backup: {
    positionals: ['the file'],
    options: [],
    run: (invocation) =>
      backupDatabase(readConfig(invocation.environment), resolveFile(invocation), invocation.terminal.print),
  },
  restore: { positionals: ['the file'], options: ['replace'], run: runRestore },
};

const GLOBAL_OPTIONS: readonly Option[] = ['by', 'help'];

const findCommand = (
  positionals: readonly string[],
): { readonly name: string; readonly command: Command; readonly words: readonly string[] } | undefined => {
  for (const length of [2, 1]) {
    const name = positionals.slice(0, length).join(' ');
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command) return { name, command, words: positionals.slice(length) };
  }
  return undefined;
};

const run = async (argv: readonly string[], environment: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> => {
  const { values, positionals, tokens } = parseArguments(argv);
  const found = findCommand(positionals);
  if (values.help || positionals.length === 0 || positionals[0] === 'help') {
    terminal.print(USAGE);
    return 0;
  }
  if (!found)
    throw createUsageError(`There is no command "${sanitize(positionals.slice(0, 2).join(' '))}"; --help shows them.`);
  const { name, command, words } = found;
  const unknownOption = tokens.find(
    (token) =>
      token.kind === 'option' && ![...command.options, ...GLOBAL_OPTIONS].some((option) => option === token.name),
  );
  if (unknownOption?.kind === 'option') throw createUsageError(`--${unknownOption.name} is not for "${name}".`);
  if (words.length > command.positionals.length)
    throw createUsageError(
      `"${name}" takes ${command.positionals.join(' and ') || 'no words'}, and "${sanitize(words[command.positionals.length] ?? '')}" is one too many.`,
    );
  if (words.length < command.positionals.length && !command.hasOptionalPositionals)
    throw createUsageError(`Name ${command.positionals[words.length]}: npm run shop -- ${name} …`);
  await command.run({ words, values, environment, terminal });
  return 0;
};

/** Runs an operator command. Returns the exit code. */
export const runCommand = async (
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: Terminal = terminal,
): Promise<number> => {
  try {
    return await run(argv, environment, output);
  } catch (error) {
    output.printError(error instanceof Error ? error.message : String(error));
    if (error instanceof OperatorError) return EXIT_CODES[error.code];
    return error instanceof ShopError ? EXIT_CODES.refused : EXIT_CODES.failed;
  }
};
