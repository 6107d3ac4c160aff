import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const modules = path.resolve(__dirname, '../../modules');

interface Annotated {
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

/** The functions of a file that take a `Readable`, and so may be given a replica. */
const listReadable = (file: string): Annotated[] => {
  const text = fs.readFileSync(path.join(modules, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) =>
      declarationList.declarations.flatMap(({ name, initializer }) =>
        initializer &&
        ts.isArrowFunction(initializer) &&
        initializer.parameters.some(({ type }) => type?.getText(source) === 'Readable')
          ? [{ name: name.getText(source), file, text: initializer.getText(source) }]
          : [],
      ),
    );
};

const files = fs
  .readdirSync(modules, { encoding: 'utf8', recursive: true })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
const readable = files.flatMap(listReadable);

/** Statements that a standby refuses, or that must see the newest data. */
const WRITES =
  /\b(?:INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|FOR\s+(?:UPDATE|SHARE)|nextval|pg_advisory\w+|transaction)\b/;

test.each(readable.map(({ file, name, text }) => [`${path.basename(file)}: ${name}`, text]))(
  '%s only reads',
  (_name, text) => expect(text).not.toMatch(WRITES),
);

test('what public pages show may be read from a replica', () => {
  const names = readable.map(({ name }) => name);
  for (const name of [
    'findProductPage',
    'findProductDetail',
    'findRelatedProducts',
    'findProductsById',
    'searchProducts',
    'suggest',
    'findTopProducts',
    'findTrendingIds',
    'findCategories',
    'findBrands',
    'findPostPage',
    'findPost',
    'findReviewPage',
    'findCurrencies',
    'countProducts',
  ])
    expect(names).toContain(name);
});

test('what must be current may not: the compiler refuses a replica there', () => {
  const strict = files.filter((file) =>
    /(?:orders|stock|cart|sessions|accounts|coupons|delivery)Repository\.ts$/.test(file),
  );
  expect(strict.length).toBeGreaterThan(5);
  expect(readable.filter(({ file }) => strict.includes(file))).toEqual([]);
});
