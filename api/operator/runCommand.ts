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
import type { OperatorWorld } from './OperatorWorld';
import { printable } from './printTable';
import {
  readArguments,
  toCoupon,
  toPageSize,
  toQuestion,
  toStore,
  usageError,
  type Option,
  type Values,
} from './readOptions';
import { refundOrder } from './refundOrder';
import { shipOrder } from './shipOrder';
import { showUser } from './showUser';
import { USAGE } from './usage';
import { resolveCwd, writePrivateFile } from './writePrivateFile';

/** Where a command prints; tests bring their own. */
export interface Terminal {
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  /** Text as it is, without a line's end. */
  readonly write: (text: string) => void;
}

const terminal: Terminal = {
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  write: (text) => void process.stdout.write(text),
};

const WHO_LENGTH = 80;
const whoIs = (by: string | undefined): string => {
  const name = (by ?? os.userInfo().username).trim();
  if (name === '' || name.length > WHO_LENGTH) throw usageError(`--by is a name of 1 to ${WHO_LENGTH} characters.`);
  return name;
};

const CLOCK = { now: () => new Date() };

interface Context {
  readonly words: readonly string[];
  readonly values: Values;
  readonly environment: NodeJS.ProcessEnv;
  readonly terminal: Terminal;
}

interface Command {
  /** What the words behind the command are. */
  readonly takes: readonly string[];
  readonly optional?: true;
  readonly options: readonly Option[];
  readonly run: (context: Context) => Promise<void>;
}

const inShop = async (
  { values, environment, terminal: { print } }: Context,
  work: (world: OperatorWorld) => Promise<void>,
): Promise<void> => {
  const who = whoIs(values.by);
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

const fileOf = ({ words, environment }: Context): string => path.resolve(resolveCwd(environment), words[0] ?? '');
const numberOf = ({ words }: Context): string => (words[0] ?? '').trim().toUpperCase();

const exportTo = async (context: Context, world: OperatorWorld): Promise<void> => {
  const parts = exportProducts(world, toStore(context.values));
  if (context.words.length === 0) {
    for await (const part of parts) context.terminal.write(part);
    return;
  }
  const file = fileOf(context);
  await writePrivateFile(file, async (descriptor) => {
    for await (const part of parts) fs.writeFileSync(descriptor, part);
  });
  world.print(`Exported to ${file}.`);
};

const restore = async (context: Context): Promise<void> => {
  const { databaseUrl, dataDirectory } = readConfig(context.environment);
  const file = fileOf(context);
  const entry = { who: whoIs(context.values.by), action: 'restore', subject: path.basename(file), detail: '' };
  const rest = {
    dataDirectory,
    file,
    replace: context.values.replace,
    entry,
    now: CLOCK.now(),
    print: context.terminal.print,
  };
  await (databaseUrl === undefined
    ? restoreEmbedded({ ...rest, databaseUrl })
    : restorePostgres({ ...rest, databaseUrl }));
};

const COMMANDS: Readonly<Record<string, Command>> = {
  'products import': {
    takes: ['the file'],
    options: ['dry-run'],
    run: (context) =>
      inShop(context, (world) => importProducts(world, fileOf(context), { dryRun: context.values['dry-run'] })),
  },
  'products export': {
    takes: ['the file'],
    optional: true,
    options: ['store'],
    run: (context) => inShop(context, (world) => exportTo(context, world)),
  },
  'orders list': {
    takes: [],
    options: ['status', 'since', 'email', 'owed', 'page', 'per-page', 'json'],
    run: (context) => {
      const question = toQuestion(context.values);
      return inShop(context, (world) => listOrders(world, question, { json: context.values.json }));
    },
  },
  'orders paid': {
    takes: ["the order's number"],
    options: ['dry-run'],
    run: (context) =>
      inShop(context, (world) => markTransferPaid(world, numberOf(context), { dryRun: context.values['dry-run'] })),
  },
  'orders ship': {
    takes: ["the order's number"],
    options: ['paid', 'dry-run'],
    run: (context) =>
      inShop(context, (world) =>
        shipOrder(world, numberOf(context), { paid: context.values.paid, dryRun: context.values['dry-run'] }),
      ),
  },
  'orders refund': {
    takes: ["the order's number"],
    options: ['owed', 'reason', 'dry-run'],
    run: (context) => {
      const { owed, reason, 'dry-run': dryRun } = context.values;
      return inShop(context, (world) => refundOrder(world, numberOf(context), { owedOnly: owed, reason, dryRun }));
    },
  },
  'coupons add': {
    takes: ['the code'],
    options: ['percent', 'amount', 'minimum', 'from', 'until', 'uses', 'uses-per-customer', 'dry-run'],
    run: (context) => {
      const coupon = toCoupon(context.words[0] ?? '', context.values);
      return inShop(context, (world) => addCoupon(world, coupon, { dryRun: context.values['dry-run'] }));
    },
  },
  'users show': {
    takes: ['the e-mail address'],
    options: ['json'],
    run: (context) =>
      inShop(context, (world) => showUser(world, context.words[0] ?? '', { json: context.values.json })),
  },
  'users events': {
    takes: ['the e-mail address'],
    optional: true,
    options: ['per-page', 'json'],
    run: (context) => {
      const limit = toPageSize(context.values);
      return inShop(context, (world) =>
        listSecurityEvents(world, { email: context.words[0] ?? null, limit }, { json: context.values.json }),
      );
    },
  },
  backup: {
    takes: ['the file'],
    options: [],
    run: (context) => backupDatabase(readConfig(context.environment), fileOf(context), context.terminal.print),
  },
  restore: { takes: ['the file'], options: ['replace'], run: restore },
};

const EVERYWHERE: readonly Option[] = ['by', 'help'];

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
  const { values, positionals, tokens } = readArguments(argv);
  const found = findCommand(positionals);
  if (values.help || positionals.length === 0 || positionals[0] === 'help') {
    terminal.print(USAGE);
    return 0;
  }
  if (!found)
    throw usageError(`There is no command "${printable(positionals.slice(0, 2).join(' '))}"; --help shows them.`);
  const { name, command, words } = found;
  const unknownOption = tokens.find(
    (token) => token.kind === 'option' && ![...command.options, ...EVERYWHERE].some((option) => option === token.name),
  );
  if (unknownOption?.kind === 'option') throw usageError(`--${unknownOption.name} is not for "${name}".`);
  if (words.length > command.takes.length)
    throw usageError(
      `"${name}" takes ${command.takes.join(' and ') || 'no words'}, and "${printable(words[command.takes.length] ?? '')}" is one too many.`,
    );
  if (words.length < command.takes.length && !command.optional)
    throw usageError(`Name ${command.takes[words.length]}: npm run shop -- ${name} …`);
  await command.run({ words, values, environment, terminal });
  return 0;
};

/** Runs one of the operator's commands; answers the exit code. */
export const runCommand = async (
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
  where: Terminal = terminal,
): Promise<number> => {
  try {
    return await run(argv, environment, where);
  } catch (error) {
    where.printError(error instanceof Error ? error.message : String(error));
    if (error instanceof OperatorError) return EXIT_CODES[error.code];
    return error instanceof ShopError ? EXIT_CODES.refused : EXIT_CODES.failed;
  }
};
