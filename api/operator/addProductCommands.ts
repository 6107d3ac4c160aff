import fs from 'node:fs';
import { StorefrontSlug } from '@shop/shared/contracts';
import { Option, type Command } from 'commander';
import type { CommandLine } from './CommandLine';
import { exportProducts } from './exportProducts';
import { importProducts } from './importProducts';
import { writePrivateFile } from './writePrivateFile';

/** Commands for the catalog. */
export const addProductCommands = (
  program: Command,
  { print, resolveFile, withDatabase, write }: CommandLine,
): void => {
  const products = program.command('products').description('import and export products as CSV');
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
    .addOption(new Option('--store <storefront>').choices(StorefrontSlug.anyOf.map((store) => store.const)))
    .action((name: string | undefined, { store }: { store?: StorefrontSlug }) =>
      withDatabase(async (context) => {
        const parts = exportProducts(context, store ?? null);
        if (name === undefined) {
          for await (const part of parts) write(part);
          return;
        }
        const file = resolveFile(name);
        await writePrivateFile(file, async (descriptor) => {
          for await (const part of parts) fs.writeFileSync(descriptor, part);
        });
        print(`Exported to ${file}.`);
      }),
    );
};
