import { OrderStatus } from '@shop/contracts';
import { Option, type Command } from 'commander';
import type { OrderFilter } from '../src/modules/orders/orderListRepository';
import { markTransferPaid, prolongUnpaidOrder, shipOrder } from './changeOrders';
import type { CommandLine } from './CommandLine';
import { exportOrders } from '../src/modules/orders/exportOrders';
import { listOrders } from './listOrders';
import {
  createUsageError,
  DEFAULT_PAGE_SIZE,
  parseAmount,
  parseDate,
  parseEmail,
  parseOrderNumber,
  parsePage,
  parsePageSize,
  parsePieces,
  parseText,
  parseWholeNumber,
} from './parseArguments';
import { refundOrder } from './refundOrder';
import { showOrder } from './showOrder';
import type { Pieces } from '../src/modules/orders/shipmentsRepository';
import { writeParts } from './writeParts';

const MAX_PROLONG_DAYS = 90;
const DEFAULT_PROLONG_DAYS = 7;

interface ListValues extends Partial<Omit<OrderFilter, 'page' | 'pageSize'>> {
  readonly page: number;
  readonly perPage: number;
  readonly json?: boolean;
}

interface ShipValues {
  readonly paid?: boolean;
  readonly lines?: Pieces[];
  readonly carrier: string;
  readonly tracking: string;
  readonly dryRun?: boolean;
}

interface RefundValues {
  readonly owed?: boolean;
  readonly amount?: number;
  readonly lines?: Pieces[];
  readonly restock?: boolean;
  readonly reason: string;
  readonly dryRun?: boolean;
}

const addList = (orders: Command, { withDatabase }: CommandLine): void => {
  orders
    .command('list')
    .description('list orders, newest first')
    .addOption(new Option('--status <status>').choices(OrderStatus.anyOf.map((status) => status.const)))
    .option('--since <day>', 'such as 2026-11-01', parseDate('since', 'beginning'))
    .option('--email <address>', 'of the customer or guest', parseEmail)
    .option('--owed', 'only orders with money that must be refunded')
    .option('--page <number>', 'page to show', parsePage, 1)
    .option('--per-page <count>', 'orders per page', parsePageSize, DEFAULT_PAGE_SIZE)
    .option('--json', 'print JSON')
    .action(({ status = null, since = null, email = null, owed = false, page, perPage, json = false }: ListValues) =>
      withDatabase((context) => listOrders(context, { status, since, email, owed, page, pageSize: perPage }, { json })),
    );
};

/** Commands for orders and their payments. */
export const addOrderCommands = (program: Command, commandLine: CommandLine): void => {
  const { withDatabase } = commandLine;
  const orders = program
    .command('orders')
    .description('list, show and export orders, record bank transfers, prolong, ship and refund');
  addList(orders, commandLine);
  orders
    .command('show')
    .description('show an order with its customer, lines, payments and mails, but no secrets')
    .argument('<number>', 'of the order', parseOrderNumber)
    .option('--json', 'print JSON')
    .action((number: string, { json = false }: { json?: boolean }) =>
      withDatabase((context) => showOrder(context, number, { json })),
    );
  orders
    .command('export')
    .description('export orders as CSV, a row for each line with what was chosen, oldest first')
    .argument('[file]', 'the terminal by default')
    .option('--since <day>', 'such as 2026-11-01', parseDate('since', 'beginning'))
    .action((name: string | undefined, { since = null }: { since?: Date | null }) =>
      withDatabase((context) => writeParts(commandLine, exportOrders(context, { since }), name)),
    );
  orders
    .command('paid')
    .description('record that the bank transfer has arrived')
    .argument('<number>', 'of the order', parseOrderNumber)
    .option('--dry-run', 'only show what would change')
    .action((number: string, { dryRun = false }: { dryRun?: boolean }) =>
      withDatabase((context) => markTransferPaid(context, number, { dryRun })),
    );
  orders
    .command('prolong')
    .description('keep an unpaid order, and the stock that it holds, for longer')
    .argument('<number>', 'of the order', parseOrderNumber)
    .option('--days <count>', 'since it was placed', parseWholeNumber('--days', MAX_PROLONG_DAYS), DEFAULT_PROLONG_DAYS)
    .option('--dry-run', 'only show what would change')
    .action((number: string, { days, dryRun = false }: { days: number; dryRun?: boolean }) =>
      withDatabase((context) => prolongUnpaidOrder(context, number, { days, dryRun })),
    );
  orders
    .command('ship')
    .description('mark an order as shipped, and notify the customer')
    .argument('<number>', 'of the order', parseOrderNumber)
    .option('--paid', 'also record that the bank transfer has arrived')
    .option('--lines <lines>', 'only these, as "orders show" lists them: 1,3 or 1:2 for two pieces', parsePieces)
    .option('--carrier <name>', 'such as UPS', parseText('carrier'), '')
    .option('--tracking <number>', "the carrier's number", parseText('tracking'), '')
    .option('--dry-run', 'only show what would change')
    .action((number: string, { paid = false, dryRun = false, ...sending }: ShipValues) =>
      withDatabase((context) => shipOrder(context, number, { paid, dryRun, ...sending })),
    );
  orders
    .command('refund')
    .description('give money back: all that is left, which cancels an order that was not shipped, or an amount')
    .argument('<number>', 'of the order', parseOrderNumber)
    .option('--owed', 'only send what is owed already: of canceled orders, duplicate or mismatched payments')
    .option('--amount <dollars>', 'only so much, such as 12.50', parseAmount('amount'))
    .option('--lines <lines>', 'whose pieces, with --amount: 1,3 or 1:2 for two pieces', parsePieces)
    .option('--restock', 'the pieces of --lines go back to the stock')
    .option('--reason <why>', 'for the log', parseText('reason'), '')
    .option('--dry-run', 'only show what would change')
    .action((number: string, values: RefundValues) => {
      const { owed: owedOnly = false, amount: amountCents, lines, restock = false, reason, dryRun = false } = values;
      if (lines && amountCents === undefined)
        throw createUsageError('--lines needs --amount: what goes back for them.');
      const pieces = lines?.map((piece) => ({ ...piece, restock }));
      return withDatabase((context) =>
        refundOrder(context, number, { owedOnly, amountCents, lines: pieces, reason, dryRun }),
      );
    });
};
