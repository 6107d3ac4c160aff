import { StorefrontSlug } from '@shop/contracts';
import { Option, type Command } from 'commander';
import type { CommandLine } from './CommandLine';
import { exportProducts } from '../src/modules/catalog/import/exportProducts';
import { importProducts } from './importProducts';
import { listStock } from './listStock';
import { DEFAULT_PAGE_SIZE, parsePage, parsePageSize } from './parseArguments';
import { writeParts } from './writeParts';

interface StockValues {
  readonly store?: StorefrontSlug;
  readonly held?: boolean;
  readonly page: number;
  readonly perPage: number;
  readonly json?: boolean;
}

const createStoreOption = (): Option =>
  new Option('--store <storefront>').choices(StorefrontSlug.anyOf.map((store) => store.const));

/** Commands for the catalog. */
export const addProductCommands = (program: Command, commandLine: CommandLine): void => {
  const { resolveFile, withDatabase } = commandLine;
  const products = program.command('products').description('import and export products as CSV, list the stock');
  products
    .command('import')
    .description('import all products of a file, or none if the file has errors')
    .argument('<file>', 'CSV; an exported file shows the columns')
    .option('--dry-run', 'only show what would change')
    .action((file: string, { dryRun = false }: { dryRun?: boolean }) =>
      withDatabase((context) => importProducts(context, resolveFile(file), { dryRun })),
    );
  products
    .command('export')
    .description('export products as a file that can be imported')
    .argument('[file]', 'the terminal by default')
    .addOption(createStoreOption())
    .action((name: string | undefined, { store }: { store?: StorefrontSlug }) =>
      withDatabase((context) => writeParts(commandLine, exportProducts(context.database, store ?? null), name)),
    );
  products
    .command('stock')
    .description('list what can be bought, what unpaid orders hold, and what is sold; most held first')
    .addOption(createStoreOption())
    .option('--held', 'only what unpaid orders hold')
    .option('--page <number>', 'page to show', parsePage, 1)
    .option('--per-page <count>', 'products per page', parsePageSize, DEFAULT_PAGE_SIZE)
    .option('--json', 'print JSON')
    .action(({ store, held = false, page, perPage, json = false }: StockValues) =>
      withDatabase((context) => listStock(context, { store: store ?? null, held, page, pageSize: perPage }, { json })),
    );
};
