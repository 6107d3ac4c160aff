import path from 'node:path';
import { parseArgs } from 'node:util';
import { isStorefrontId, storefronts } from '@shop/shared/storefronts';
import { newStorefront } from './newStorefront';
import { writeIcons } from './writeIcons';

const USAGE = `Usage: npm run storefront -- <command>

  new <id> [--name "Books"]   create a working storefront: data, theme, home page, sample products
  icons <id>                  draw its PNG icons again, from icons/<id>.svg
`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const run = async (): Promise<void> => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { name: { type: 'string' } } });
  const [command, id = ''] = positionals;
  if (command === 'new') return newStorefront(id, values.name ?? id.charAt(0).toUpperCase() + id.slice(1), print);
  if (command === 'icons') {
    if (!isStorefrontId(id)) throw new Error(`There is no storefront "${id}".`);
    const folder = path.resolve(__dirname, '../../shared/src/storefronts', id, 'icons');
    for (const file of await writeIcons(folder, id, storefronts[id].theme.backgroundColor)) print(`  ${file}`);
    return;
  }
  throw new Error(USAGE);
};

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
