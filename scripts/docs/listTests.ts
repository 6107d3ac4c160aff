import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(__dirname, '../..');
const TEST_FUNCTIONS: readonly string[] = ['test', 'it'];

export const isInRepository = (file: string): boolean => fs.existsSync(path.join(root, file));
export const readRepositoryFile = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

export interface NamedTest {
  /** Path from the root of the repository. */
  readonly file: string;
  /** As written: placeholders stay as `%s`, `$name` or `${…}`. */
  readonly title: string;
}

/** Lists the files with tests of jest and Playwright. */
export const listTestFiles = (): string[] => {
  const patterns = ['*.test.ts', '*.test.tsx', '*.spec.ts'];
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  });
  // During a merge git lists a file several times.
  return [...new Set(listed.split('\n'))].filter((file) => file !== '' && isInRepository(file));
};

/** True for `test` and `test.each(…)`, but not for `test.skip`, `test.todo` or `describe`. */
const runsTest = (callee: ts.Expression): boolean => {
  if (ts.isIdentifier(callee)) return TEST_FUNCTIONS.includes(callee.text);
  const each = ts.isCallExpression(callee) ? callee.expression : ts.isTaggedTemplateExpression(callee) && callee.tag;
  return each && ts.isPropertyAccessExpression(each) ? each.name.text === 'each' && runsTest(each.expression) : false;
};

const skips = (node: ts.Node): boolean =>
  ts.isCallExpression(node) && /^(?:describe|test\.describe)\.(?:skip|fixme)\b/.test(node.expression.getText());

const readTitle = (title: ts.Expression | undefined): string | undefined => {
  if (!title) return undefined;
  if (ts.isStringLiteralLike(title)) return title.text;
  return ts.isTemplateExpression(title) ? title.getText().slice(1, -1) : undefined;
};

/** Reads the titles of the tests in a source file, without those that are skipped. Only `.tsx` files can have JSX. */
export const readTitles = (code: string, file = 'a.test.ts'): string[] => {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (skips(node)) return;
    const title = ts.isCallExpression(node) && runsTest(node.expression) ? readTitle(node.arguments[0]) : undefined;
    if (title !== undefined) titles.push(title);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true));
  return titles;
};

/** Lists the tests of a file that run. */
export const listTests = (file: string): NamedTest[] =>
  readTitles(readRepositoryFile(file), file).map((title) => ({ file, title }));
