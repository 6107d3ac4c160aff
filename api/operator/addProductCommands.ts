import { StorefrontSlug } from '@shop/contracts';
import { Option, type Command } from 'commander';
import type { CommandLine } from './CommandLine';
import { exportProducts } from '../src/modules/catalog/import/exportProducts';
import type { ImportOptions } from '../src/modules/catalog/import/planImport';
import { importProducts, undoProductImport } from './importProducts';
import { listStock } from './listStock';
import { createUsageError, DEFAULT_PAGE_SIZE, parsePage, parsePageSize, parseWholeNumber } from './parseArguments';
import { writeParts } from './writeParts';

interface ImportValues extends ImportOptions {
  readonly dryRun?: boolean;
  readonly plan?: string;
  readonly undo?: number;
}

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
    .argument('[file]', 'CSV; an exported file shows the columns. Exports of WooCommerce, Shopify and Etsy, too')
    .option('--dry-run', 'only show what would change')
    .option('--plan <hash>', 'import only if it changes what the dry run with this hash has shown')
    .addOption(createStoreOption())
    .option('--category <slug>', 'of new products that name none that exists')
    .option('--brand <slug>', 'of new products that name none that exists')
    .option('--create', 'make categories and brands that do not exist')
    .option(
      '--undo <id>',
      'undo an import, while nobody has changed its products since',
      parseWholeNumber('--undo', 999_999_999),
    )
    .action((file: string | undefined, { undo, dryRun = false, ...options }: ImportValues) => {
      if ((file === undefined) === (undo === undefined))
        throw createUsageError('Name a file to import, or the import to undo.');
      return withDatabase((context) =>
        file === undefined
          ? undoProductImport(context, undo ?? 0)
          : importProducts(context, resolveFile(file), { dryRun, ...options }),
      );
    });
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
