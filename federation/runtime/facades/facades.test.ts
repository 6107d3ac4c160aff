import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { findRemoteIds } from '@shop/build/repository';

const root = path.resolve(__dirname, '../../..');
const BUNDLES = ['shared', 'host', ...findRemoteIds()].map((bundle) => `${bundle}/src/`);

/** The sources of the bundles as the compiler lists them, without tests and what runs without federation. */
const listSources = (): string[] => {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), (file) => fs.readFileSync(file, 'utf8')) as {
    config: unknown;
  };
  const { fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return fileNames
    .map((file) => path.relative(root, file))
    .filter((file) => BUNDLES.some((bundle) => file.startsWith(bundle)))
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$|\/testing\/|\/renderStandalone/.test(file));
};

/** The names that a module takes from a package at run time: types are erased. `*` is the whole namespace. */
const listImportedNames = (source: ts.SourceFile, packageName: string): string[] =>
  source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) || moduleSpecifier.text !== packageName) return [];
    if (ts.isExportDeclaration(statement) ? statement.isTypeOnly : statement.importClause?.isTypeOnly) return [];
    const named = ts.isExportDeclaration(statement) ? statement.exportClause : statement.importClause?.namedBindings;
    if (!named || !('elements' in named)) return ['*'];
    return named.elements.flatMap(({ isTypeOnly, propertyName, name }) =>
      isTypeOnly ? [] : [(propertyName ?? name).text],
    );
  });

const sources = listSources().map((file) =>
  ts.createSourceFile(file, fs.readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest, true),
);

test.each([
  ['react-router-dom', 'routerFacade.ts', 5],
  ['@reduxjs/toolkit', 'toolkitFacade.ts', 3],
])('every name the bundles import from %s is exported by its facade', (packageName, facade, atLeast) => {
  const file = path.join(__dirname, facade);
  const program = ts.createProgram([file, path.join(__dirname, 'redux-toolkit-unwrapped.d.ts')], {
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    module: ts.ModuleKind.ESNext,
    skipLibCheck: true,
    types: [],
  });
  const facadeSource = program.getSourceFile(file);
  const symbol = facadeSource && program.getTypeChecker().getSymbolAtLocation(facadeSource);
  const exported = new Set(
    symbol
      ? program
          .getTypeChecker()
          .getExportsOfModule(symbol)
          .map(({ name }) => name)
      : [],
  );
  const imported = sources.flatMap((source) =>
    listImportedNames(source, packageName).map((name) => ({ name, file: source.fileName })),
  );
  expect(imported.length).toBeGreaterThan(atLeast);
  expect(imported.filter(({ name }) => !exported.has(name))).toEqual([]);
});

test('whole namespaces, renamed imports and re-exports are seen, types are not', () => {
  const text = `
    import * as all from 'a'; import { b as c, type D } from 'a'; import type { E } from 'a'; export { f } from 'a';
    export * from 'a'; import { g } from 'other';`;
  const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true);
  expect(listImportedNames(source, 'a')).toEqual(['*', 'b', 'f', '*']);
});
