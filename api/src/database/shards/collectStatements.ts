import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A statement as the sources have it. Parts that are not constants are `UNKNOWN`. */
export interface Statement {
  /** The file in the package and the function that runs it: `src/modules/mail/mailsRepository.ts insertMail`. */
  readonly place: string;
  readonly text: string;
}

export const UNKNOWN = '<unknown>';

const api = path.resolve(__dirname, '../../..');

/** Calls that make a statement of their arguments: the table is the second one. */
const BUILDERS = new Set(['insertRow', 'upsertRows']);

type Names = ReadonlyMap<string, readonly string[]>;

const parsed = new Map<string, ts.SourceFile>();

const parse = (file: string): ts.SourceFile => {
  const known = parsed.get(file);
  if (known) return known;
  const source = ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  parsed.set(file, source);
  return source;
};

/** The initializer of the variable that a name means: of an enclosing block, of the file, or of an imported file. */
const findInitializer = (name: string, from: ts.Node): ts.Expression | undefined => {
  for (let scope: ts.Node | undefined = from; scope; scope = scope.parent) {
    if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) continue;
    for (const statement of scope.statements) {
      if (ts.isVariableStatement(statement))
        for (const declaration of statement.declarationList.declarations)
          if (declaration.name.getText() === name) return declaration.initializer;
      if (
        ts.isImportDeclaration(statement) &&
        ts.isStringLiteral(statement.moduleSpecifier) &&
        statement.moduleSpecifier.text.startsWith('.') &&
        statement.importClause?.namedBindings?.getText().match(new RegExp(`\\b${name}\\b`))
      ) {
        const file = path.resolve(path.dirname(scope.getSourceFile().fileName), `${statement.moduleSpecifier.text}.ts`);
        return findInitializer(name, parse(file));
      }
    }
  }
  return undefined;
};

const join = (parts: readonly (readonly string[])[]): readonly string[] =>
  parts.reduce((texts, part) => texts.flatMap((text) => part.map((next) => text + next)), ['']);

/** The texts that an expression can be. */
const evaluate = (node: ts.Expression, names: Names): readonly string[] => {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return [node.text];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return evaluate(node.expression, names);
  if (ts.isTemplateExpression(node))
    return join([
      [node.head.text],
      ...node.templateSpans.flatMap(({ expression, literal }) => [evaluate(expression, names), [literal.text]]),
    ]);
  if (ts.isConditionalExpression(node))
    return [...new Set([...evaluate(node.whenTrue, names), ...evaluate(node.whenFalse, names)])];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return join([evaluate(node.left, names), evaluate(node.right, names)]);
  if (ts.isObjectLiteralExpression(node)) {
    const text = node.properties.find(({ name }) => name?.getText() === 'text');
    if (text && ts.isPropertyAssignment(text)) return evaluate(text.initializer, names);
    if (text && ts.isShorthandPropertyAssignment(text)) return evaluate(text.name, names);
  }
  if (ts.isIdentifier(node)) {
    const bound = names.get(node.text);
    const initializer = bound ? undefined : findInitializer(node.text, node);
    if (bound) return bound;
    if (initializer) return evaluate(initializer, new Map());
    // Constants of other packages are limits: SQL is only in this one.
    return [/^[A-Z_]+$/.test(node.text) ? '1' : UNKNOWN];
  }
  if (ts.isCallExpression(node)) {
    if (ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'replace')
      return evaluate(node.expression.expression, names);
    const called = ts.isIdentifier(node.expression) ? findInitializer(node.expression.text, node) : undefined;
    if (called && ts.isArrowFunction(called) && !ts.isBlock(called.body))
      return evaluate(
        called.body,
        new Map(
          called.parameters.map(({ name }, index) => {
            const argument = node.arguments[index];
            return [name.getText(), argument ? evaluate(argument, names) : [UNKNOWN]];
          }),
        ),
      );
  }
  return [UNKNOWN];
};

const findPlace = (node: ts.Node): string => {
  const names: string[] = [];
  for (let at: ts.Node | undefined = node; at; at = at.parent)
    if (ts.isVariableDeclaration(at) && at.initializer && ts.isArrowFunction(at.initializer))
      names.push(at.name.getText());
  return `${path.relative(api, node.getSourceFile().fileName)} ${names.at(-1) ?? ''}`.trim();
};

const readCall = (call: ts.CallExpression): readonly string[] => {
  const { expression, arguments: given } = call;
  const [first, second] = given;
  if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'query' && first)
    return evaluate(first, new Map());
  if (ts.isIdentifier(expression) && BUILDERS.has(expression.text) && second)
    return evaluate(second, new Map()).map((table) => `INSERT INTO ${table}`);
  return [];
};

/** The statements of a file of the package. */
export const collectStatements = (file: string): Statement[] => {
  const statements: Statement[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) statements.push(...readCall(node).map((text) => ({ place: findPlace(node), text })));
    ts.forEachChild(node, visit);
  };
  visit(parse(path.join(api, file)));
  return statements;
};
