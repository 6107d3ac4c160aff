import path from 'node:path';
import ts from 'typescript';
import { readProductFile } from '../../api/src/modules/catalog/import/readProductFile';
import { fillTemplates } from './fillTemplates';

const root = path.resolve(__dirname, '../..');

/** Checks the types of files that are not on disk. Returns messages. */
const findTypeErrors = (texts: ReadonlyMap<string, string>): string[] => {
  const config = path.join(root, 'tsconfig.json');
  const { options } = ts.parseJsonConfigFileContent(
    { ...(ts.readConfigFile(config, ts.sys.readFile).config as object), include: [] },
    ts.sys,
    root,
  );
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.directoryExists = () => true; // also those of the files
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.readFile = (file) => texts.get(file) ?? readFile(file);
  host.getSourceFile = (file, ...rest) => {
    const text = texts.get(file);
    return text === undefined
      ? getSourceFile(file, ...rest)
      : ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  };
  const program = ts.createProgram([...texts.keys(), path.join(root, 'imports.d.ts')], options, host);
  return [...texts.keys()].flatMap((file) =>
    [
      ...program.getSyntacticDiagnostics(program.getSourceFile(file)),
      ...program.getSemanticDiagnostics(program.getSourceFile(file)),
    ].map(({ messageText }) => `${path.relative(root, file)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`),
  );
};

const fillForBooks = () =>
  fillTemplates({ __ID__: 'books', __NAME__: 'Paper and Ink', __SKU__: 'BOOKS', __LOGO_WIDTH__: '200' });

test('what is written for a new storefront passes the type check', async () => {
  const sources = (await fillForBooks()).filter(({ file }) => /\.tsx?$/.test(file));
  expect(sources.map(({ file }) => path.relative(root, file)).sort()).toEqual([
    'mfe-home/src/storefronts/books/pages.ts',
    'shared/contracts/storefronts/books.ts',
    'shared/src/storefronts/books/documents.ts',
    'shared/src/storefronts/books/layout.tsx',
    'shared/src/storefronts/books/menu.ts',
  ]);
  expect(findTypeErrors(new Map(sources.map(({ file, text }) => [file, text])))).toEqual([]);
}, 60_000);

test('its goods are a product file', async () => {
  const goods = (await fillForBooks()).find(({ file }) => file.endsWith('api/content/goods/books.csv'));
  const { products, problems } = await readProductFile(Buffer.from(goods?.text ?? ''), new Date('2026-11-28'));
  expect(problems).toEqual([]);
  expect(products.map(({ cells }) => cells.id)).toContain('books-sample-3');
});
