import path from 'node:path';
import { parseArgs } from 'node:util';
import { isStorefrontId, storefronts } from '@shop/contracts/storefronts';
import { newStorefront } from './newStorefront';
import { writeIcons } from './writeIcons';

const USAGE = `Usage: npm run storefront -- <command>

  new <id> [--name "Books"]   create a working storefront: data, theme, home page, sample products
  icons <id>                  draw its PNG icons again, from icons/<id>.svg
`;

const ROOT = path.resolve(__dirname, '../..');

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const readArguments = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { name: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    // The first sentence says what is wrong; the rest is about arguments that begin with a hyphen.
    const [reason] = String(error instanceof Error ? error.message : error).split('. ');
    throw new Error(`${reason}.\n\n${USAGE}`, { cause: error });
  }
};

const run = async (): Promise<void> => {
  const { positionals, values } = readArguments();
  const [command, id, ...rest] = positionals;
  if (values.help || command === undefined) return print(USAGE);
  if (id === undefined || rest.length > 0) throw new Error(USAGE);
  if (command === 'new') return newStorefront(id, values.name ?? id.charAt(0).toUpperCase() + id.slice(1), print);
  if (command === 'icons') {
    if (!isStorefrontId(id))
      throw new Error(`There is no storefront "${id}"; there are ${Object.keys(storefronts).join(', ')}.`);
    const folder = path.join(ROOT, 'shared/src/storefronts', id, 'icons');
    for (const file of await writeIcons(folder, id, storefronts[id].theme.backgroundColor))
      print(`  ${path.relative(ROOT, file)}`);
    return;
  }
  throw new Error(USAGE);
};

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
