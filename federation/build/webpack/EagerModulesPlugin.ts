import ts from 'typescript';
import { Compilation, sources, type Compiler } from 'webpack';

const NAME = 'EagerModulesPlugin';

type ModuleFunction = ts.FunctionExpression | ts.ArrowFunction;

/** The functions of an object if it is a table of modules: numbers as keys, functions as values. */
const listModules = (node: ts.ObjectLiteralExpression): readonly (ts.MethodDeclaration | ModuleFunction)[] => {
  const modules = node.properties.map((property) => {
    if (!property.name || !ts.isNumericLiteral(property.name)) return undefined;
    if (ts.isMethodDeclaration(property)) return (property.modifiers ?? property.asteriskToken) ? undefined : property;
    const value = ts.isPropertyAssignment(property) ? property.initializer : undefined;
    return value && (ts.isFunctionExpression(value) || ts.isArrowFunction(value)) ? value : undefined;
  });
  return modules.every((module) => module !== undefined) ? modules : [];
};

/** Puts the module functions of a webpack bundle into parentheses. */
export const parenthesizeModules = (code: string): string => {
  const source = ts.createSourceFile('bundle.js', code, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  const pieces: string[] = [];
  let end = 0;
  const replace = (node: ts.Node, text: string): void => {
    pieces.push(code.slice(end, node.getStart(source)), text);
    end = node.end;
  };
  const visit = (node: ts.Node): void => {
    const modules = ts.isObjectLiteralExpression(node) ? listModules(node) : [];
    for (const module of modules) {
      const text = module.getText(source);
      // `1(e){}` cannot be in parentheses as it is.
      if (ts.isMethodDeclaration(module))
        replace(module, `${module.name.getText(source)}:(function${text.slice(module.name.getWidth(source))})`);
      else replace(module, `(${text})`);
    }
    if (modules.length === 0) ts.forEachChild(node, visit);
  };
  visit(source);
  return [...pieces, code.slice(end)].join('');
};

/**
 * Makes browsers compile modules when a script arrives, off the main thread, instead of when they are first called:
 * V8 does so for functions in parentheses. What is inside of a module is still compiled when it is called.
 */
export class EagerModulesPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      // After the minimizer, which removes parentheses, and before files are named by their content.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, (assets) => {
        for (const [file, asset] of Object.entries(assets))
          if (file.endsWith('.js'))
            compilation.updateAsset(file, new sources.RawSource(parenthesizeModules(asset.source().toString())));
      });
    });
  }
}
