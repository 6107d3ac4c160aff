import fs from 'node:fs/promises';
import path from 'node:path';
import { isStorefrontId } from '@shop/contracts/storefronts';
import { transform } from 'esbuild';
import { format, resolveConfig } from 'prettier';
import { fillTemplates, type SourceFile } from './fillTemplates';
import { writeIcons } from './writeIcons';

const root = path.resolve(__dirname, '../..');
/** It names variables, folders, a cookie's value and parts of URLs. */
const ID = /^[a-z][a-z0-9]{1,19}$/;
const NAME = /^(?=.{1,20}$)[A-Z][A-Za-z0-9]*(?: [A-Za-z0-9]+)*$/;
/** Must be in the template's data, too. */
const BACKGROUND = '#fafafa';
/** Average width of a letter of the template's wordmark. */
const LETTER_PX = 17;

/** Lists of storefronts; the part that the new one adds to each. */
const REGISTRIES = [
  { file: 'shared/contracts/storefronts/index.ts', module: '', suffix: '', entry: (id: string) => `${id},` },
  {
    file: 'shared/src/storefronts/layouts.ts',
    module: '/layout',
    suffix: 'Layout',
    entry: (id: string) => `${id}: ${id}Layout,`,
  },
  {
    file: 'shared/src/storefronts/documents.ts',
    module: '/documents',
    suffix: 'Documents',
    entry: (id: string) => `${id}: ${id}Documents,`,
  },
  {
    file: 'shared/src/storefronts/menus.ts',
    module: '/menu',
    suffix: 'Menu',
    entry: (id: string) => `${id}: ${id}Menu,`,
  },
  {
    file: 'mfe-home/src/storefronts/index.ts',
    module: '/pages',
    suffix: 'Pages',
    entry: (id: string) => `${id}: ${id}Pages,`,
  },
] as const;

/** Has rows of all storefronts: those of the template come after them. */
const GROUPS = 'api/content/goods/groups.csv';

const LAST_IMPORT = /^import \{ \w+ \} from '\.\/[\w/]+';\n(?!import \{ \w+ \} from '\.\/[\w/]+';)/m;
const END_OF_LIST = /^\};$/m;

/** Whether a module can declare a constant of this name. `class` and `eval` are examples of others. */
const canBeDeclared = async (id: string): Promise<boolean> =>
  transform(`export const ${id} = 0;`, { format: 'esm', logLevel: 'silent' }).then(
    () => true,
    () => false,
  );

const formatSource = async ({ file, text }: SourceFile): Promise<SourceFile> =>
  /\.(?:ts|tsx|css)$/.test(file)
    ? { file, text: await format(text, { ...(await resolveConfig(file)), filepath: file }) }
    : { file, text };

const register = async (
  id: string,
  { file, module, suffix, entry }: (typeof REGISTRIES)[number],
): Promise<SourceFile> => {
  const full = path.join(root, file);
  const text = await fs.readFile(full, 'utf8');
  if (!LAST_IMPORT.test(text) || !END_OF_LIST.test(text)) throw new Error(`${file} has no list of storefronts.`);
  if (new RegExp(`\\bconst ${id}${suffix}\\b`).test(text))
    throw new Error(`${id} cannot be a storefront's id: ${file} has a constant of that name.`);
  return {
    file: full,
    text: text
      .replace(LAST_IMPORT, (line) => `${line}import { ${id}${suffix} } from './${id}${module}';\n`)
      .replace(END_OF_LIST, (end) => `  ${entry(id)}\n${end}`),
  };
};

const addRows = async ({ file, text }: SourceFile): Promise<SourceFile> =>
  path.relative(root, file) === GROUPS ? { file, text: (await fs.readFile(file, 'utf8')) + text } : { file, text };

const isTaken = (file: string): Promise<boolean> =>
  fs.access(file).then(
    () => true,
    () => false,
  );

/** Creates a working storefront from the template and adds it to the lists of storefronts. */
export const newStorefront = async (id: string, name: string, print: (line: string) => void): Promise<void> => {
  if (!ID.test(id))
    throw new Error(`A storefront's id is 2 to 20 small letters and digits, such as books, not "${id}".`);
  if (!NAME.test(name))
    throw new Error(
      `--name is up to 20 letters, digits and single spaces and begins with a capital letter, such as "Paper and Ink", not "${name}".`,
    );
  if (!(await canBeDeclared(id)))
    throw new Error(`${id} cannot be a storefront's id: it is a reserved word of JavaScript.`);
  const taken = [`mfe-home/src/storefronts/${id}`, `api/content/goods/${id}.csv`];
  if (isStorefrontId(id) || (await Promise.all(taken.map((file) => isTaken(path.join(root, file))))).includes(true))
    throw new Error(`${id} already exists.`);

  const words = {
    __ID__: id,
    __NAME__: name,
    __SKU__: id.toUpperCase(),
    __LOGO_WIDTH__: String(name.length * LETTER_PX),
  };
  const created = await Promise.all((await fillTemplates(words)).map(addRows));
  const changed = await Promise.all(REGISTRIES.map((registry) => register(id, registry)));
  // Formatted before anything is written: a syntax error fails here.
  const files = await Promise.all([...created, ...changed].map(formatSource));
  for (const { file, text } of files) {
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, text);
  }
  const icons = await writeIcons(path.join(root, 'shared/src/storefronts', id, 'icons'), id, BACKGROUND);
  for (const file of [...files.map((written) => written.file), ...icons].sort())
    print(`  ${path.relative(root, file)}`);
  print(
    `\nNext:\n  npm start, and open /?store=${id}\n` +
      `  colors and fonts: theme.css; logo, header, menu: layout.tsx; name, categories: shared/contracts/storefronts/${id}.ts\n` +
      `  products: api/content/goods/${id}.csv, with pictures in api/content/media/${id}; categories and brands: ${GROUPS}\n` +
      `  npm run storefront -- icons ${id}, once icons/${id}.svg is drawn\n` +
      `  decision 0041 (docs/decisions) says what belongs in which folder`,
  );
};
