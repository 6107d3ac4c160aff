import { OrderStatus } from '@shop/shared/contracts';
import { Option, type Command } from 'commander';
import type { OrderFilter } from '../src/modules/orders/ordersRepository';
import type { CommandLine } from './CommandLine';
import { listOrders } from './listOrders';
import { markTransferPaid } from './markTransferPaid';
import {
  DEFAULT_PAGE_SIZE,
  parseDate,
  parseEmail,
  parseOrderNumber,
  parsePageSize,
  parseText,
  parseWholeNumber,
} from './parseArguments';
import { refundOrder } from './refundOrder';
import { shipOrder } from './shipOrder';

const MAX_PAGES = 100_000;

interface ListValues extends Partial<Omit<OrderFilter, 'page' | 'pageSize'>> {
  readonly page: number;
  readonly perPage: number;
  readonly json?: boolean;
}

interface RefundValues {
  readonly owed?: boolean;
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
    .option('--page <number>', 'page to show', parseWholeNumber('page', MAX_PAGES), 1)
    .option('--per-page <count>', 'orders per page', parsePageSize, DEFAULT_PAGE_SIZE)
    .option('--json', 'print JSON')
    .action(({ status = null, since = null, email = null, owed = false, page, perPage, json = false }: ListValues) =>
      withDatabase((context) => listOrders(context, { status, since, email, owed, page, pageSize: perPage }, { json })),
    );
};

/** Commands for orders and their payments. */
export const addOrderCommands = (program: Command, commandLine: CommandLine): void => {
  const { withDatabase } = commandLine;
  const orders = program.command('orders').description('list orders, record bank transfers, ship and refund');
  addList(orders, commandLine);
  orders
    .command('paid')
    .description('record that the bank transfer has arrived; unpaid orders are canceled after seven days')
    .argument('<number>', 'of the order', parseOrderNumber)
    .option('--dry-run', 'only show what would change')
    .action((number: string, { dryRun = false }: { dryRun?: boolean }) =>
      withDatabase((context) => markTransferPaid(context, number, { dryRun })),
    );
  orders
    .command('ship')
    .description('mark an order as shipped, and notify the customer')
    .argument('<number>', 'of the order', parseOrderNumber)
    .option('--paid', 'also record that the bank transfer has arrived')
    .option('--dry-run', 'only show what would change')
    .action((number: string, { paid = false, dryRun = false }: { paid?: boolean; dryRun?: boolean }) =>
      withDatabase((context) => shipOrder(context, number, { paid, dryRun })),
    );
  orders
    .command('refund')
    .description('cancel an order unless it has shipped, and refund what was paid online')
    .argument('<number>', 'of the order', parseOrderNumber)
    .option('--owed', 'only refund duplicate or mismatched payments; the order itself is unaffected')
    .option('--reason <why>', 'for the log', parseText('reason'), '')
    .option('--dry-run', 'only show what would change')
    .action((number: string, { owed: owedOnly = false, reason, dryRun = false }: RefundValues) =>
      withDatabase((context) => refundOrder(context, number, { owedOnly, reason, dryRun })),
    );
};
