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

interface Invocation {
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
  readonly run: (invocation: Invocation) => Promise<void>;
}

const inShop = async (
  { values, environment, terminal: { print } }: Invocation,
  work: (context: OperatorContext) => Promise<void>,
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

const fileOf = ({ words, environment }: Invocation): string => path.resolve(resolveCwd(environment), words[0] ?? '');
const numberOf = ({ words }: Invocation): string => (words[0] ?? '').trim().toUpperCase();

const exportTo = async (invocation: Invocation, context: OperatorContext): Promise<void> => {
  const parts = exportProducts(context, toStore(invocation.values));
  if (invocation.words.length === 0) {
    for await (const part of parts) invocation.terminal.write(part);
    return;
  }
  const file = fileOf(invocation);
  await writePrivateFile(file, async (descriptor) => {
    for await (const part of parts) fs.writeFileSync(descriptor, part);
  });
  context.print(`Exported to ${file}.`);
};

const restore = async (invocation: Invocation): Promise<void> => {
  const { databaseUrl, dataDirectory } = readConfig(invocation.environment);
  const file = fileOf(invocation);
  const entry = { who: whoIs(invocation.values.by), action: 'restore', subject: path.basename(file), detail: '' };
  const rest = {
    dataDirectory,
    file,
    replace: invocation.values.replace,
    entry,
    now: CLOCK.now(),
    print: invocation.terminal.print,
  };
  await (databaseUrl === undefined
    ? restoreEmbedded({ ...rest, databaseUrl })
    : restorePostgres({ ...rest, databaseUrl }));
};

const COMMANDS: Readonly<Record<string, Command>> = {
  'products import': {
    takes: ['the file'],
    options: ['dry-run'],
    run: (invocation) =>
      inShop(invocation, (context) =>
        importProducts(context, fileOf(invocation), { dryRun: invocation.values['dry-run'] }),
      ),
  },
  'products export': {
    takes: ['the file'],
    optional: true,
    options: ['store'],
    run: (invocation) => inShop(invocation, (context) => exportTo(invocation, context)),
  },
  'orders list': {
    takes: [],
    options: ['status', 'since', 'email', 'owed', 'page', 'per-page', 'json'],
    run: (invocation) => {
      const question = toQuestion(invocation.values);
      return inShop(invocation, (context) => listOrders(context, question, { json: invocation.values.json }));
    },
  },
  'orders paid': {
    takes: ["the order's number"],
    options: ['dry-run'],
    run: (invocation) =>
      inShop(invocation, (context) =>
        markTransferPaid(context, numberOf(invocation), { dryRun: invocation.values['dry-run'] }),
      ),
  },
  'orders ship': {
    takes: ["the order's number"],
    options: ['paid', 'dry-run'],
    run: (invocation) =>
      inShop(invocation, (context) =>
        shipOrder(context, numberOf(invocation), {
          paid: invocation.values.paid,
          dryRun: invocation.values['dry-run'],
        }),
      ),
  },
  'orders refund': {
    takes: ["the order's number"],
    options: ['owed', 'reason', 'dry-run'],
    run: (invocation) => {
      const { owed, reason, 'dry-run': dryRun } = invocation.values;
      return inShop(invocation, (context) =>
        refundOrder(context, numberOf(invocation), { owedOnly: owed, reason, dryRun }),
      );
    },
  },
  'coupons add': {
    takes: ['the code'],
    options: ['percent', 'amount', 'minimum', 'from', 'until', 'uses', 'uses-per-customer', 'dry-run'],
    run: (invocation) => {
      const coupon = toCoupon(invocation.words[0] ?? '', invocation.values);
      return inShop(invocation, (context) => addCoupon(context, coupon, { dryRun: invocation.values['dry-run'] }));
    },
  },
  'users show': {
    takes: ['the e-mail address'],
    options: ['json'],
    run: (invocation) =>
      inShop(invocation, (context) => showUser(context, invocation.words[0] ?? '', { json: invocation.values.json })),
  },
  'users events': {
    takes: ['the e-mail address'],
    optional: true,
    options: ['per-page', 'json'],
    run: (invocation) => {
      const limit = toPageSize(invocation.values);
      return inShop(invocation, (context) =>
        listSecurityEvents(context, { email: invocation.words[0] ?? null, limit }, { json: invocation.values.json }),
      );
    },
  },
  backup: {
    takes: ['the file'],
    options: [],
    run: (invocation) =>
      backupDatabase(readConfig(invocation.environment), fileOf(invocation), invocation.terminal.print),
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
