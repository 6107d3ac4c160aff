import fs from 'node:fs';
import path from 'node:path';
import { RepositoryCopy } from '@shop/build/testing/RepositoryCopy';

/** Each rule is shown one violation, in a copy of the repository. */
let copy: RepositoryCopy;
beforeAll(() => {
  copy = new RepositoryCopy();
});
afterAll(() => copy.remove());

const planted: string[] = [];
/** Returns its absolute path. */
const plant = (file: string, text: string): string => {
  copy.write(file, text);
  const full = copy.resolve(file);
  planted.push(full);
  return full;
};
afterEach(() => {
  for (const file of planted.splice(0)) fs.rmSync(file, { force: true });
});

/** Exit code and all output of an installed command, run in the copy. */
const run = (command: string, args: readonly string[]): string => {
  const { code, output } = copy.run(command, ...args);
  return `${code}
${output}`;
};

test('dependency-cruiser refuses each forbidden import', () => {
  const violations = [
    // A remote that imports a remote.
    ['mfe-auth/src/planted.ts', "export * from '../../mfe-home/src/remote';\n", 'remote-never-remote'],
    // Shared code that imports a remote.
    ['shared/src/planted.ts', "export * from '../../mfe-home/src/remote';\n", 'shared-is-self-contained'],
    // An API that imports more than contracts.
    ['api/src/planted.ts', "export * from '../../shared/src/navigation/paths';\n", 'api-imports-contracts-only'],
    // A module of the API that reads files.
    [
      'api/src/modules/orders/planted.ts',
      "export * from '@shop/server-kit/storage/FileStorage';\n",
      'pictures-in-one-module',
    ],
    // Browser code that imports the servers' kit.
    [
      'host/src/planted.ts',
      "export * from '@shop/server-kit/observability/requestIds';\n",
      'server-kit-on-servers-only',
    ],
    // Telemetry that is loaded unconditionally.
    [
      'server-kit/src/planted.ts',
      "export * from './observability/openTelemetry';\n",
      'telemetry-is-imported-dynamically',
    ],
    // A feature that imports a feature.
    [
      'mfe-catalog/src/features/listing/planted.ts',
      "export * from '../product/productSlice';\n",
      'feature-never-feature',
    ],
    // A circle that exists only in types.
    ['shared/src/plantedCircle.ts', "import type { B } from './plantedOther';\nexport type A = B | 1;\n", 'no-cycles'],
  ] as const;
  const files = violations.map(([file, text]) => path.relative(copy.directory, plant(file, text)));
  plant('shared/src/plantedOther.ts', "import type { A } from './plantedCircle';\nexport type B = A[];\n");
  // One line for each violation: the rule, then the file.
  const output = run('depcruise', ['--config', '.dependency-cruiser.cjs', ...files]);
  for (const [file, , rule] of violations) expect(output).toMatch(new RegExp(`${rule}: ${file} `));
}, 60_000);

test('eslint refuses a floating promise, an inline style, a direct fetch, and patterns that backtrack', () => {
  const full = plant(
    'mfe-auth/src/Planted.tsx',
    "import * as Type from '@sinclair/typebox';\n" +
      "export const hidden = Type.String({ maxLength: 9, pattern: '^(a+)+$' });\n" +
      'export const unbounded = Type.String({ pattern: /^a$/.source });\n' +
      'export const goesBack = /^a*[ab]a*$/;\nexport const startsAgain = /a+b/;\n' +
      "export function Planted() {\n  void 0;\n  fetch('/api/products');\n  return <p style={{ color: 'red' }}>no</p>;\n}\n",
  );
  // A program of one file: the whole project's takes 10 s to build.
  const project = plant(
    'tsconfig.planted.json',
    JSON.stringify({ extends: './tsconfig.base.json', files: ['mfe-auth/src/Planted.tsx'] }),
  );
  const output = run('eslint', [
    '--parser-options',
    'projectService:false',
    '--parser-options',
    `project:${project}`,
    full,
  ]);
  for (const rule of [
    'no-floating-promises',
    'no-restricted-globals',
    'no-restricted-syntax',
    'no-super-linear-backtracking',
    'no-super-linear-move',
    "Write a schema's pattern as",
    'A text with a pattern has a maxLength',
  ])
    expect(output).toContain(rule);
}, 120_000);

test('prettier refuses a file that is formatted differently', () => {
  plant('host/src/planted.ts', 'export const  wide = {a:1}\n');
  expect(run('prettier', ['--check', 'host/src/planted.ts'])).toContain('planted.ts');
}, 60_000);

test('tsc refuses a string where a number belongs', () => {
  plant('federation/planted.ts', "export const wrong: number = 'one';\n");
  expect(run('tsc', ['--noEmit', '-p', 'tsconfig.json'])).toContain('planted.ts(1,14): error TS2322');
}, 120_000);

test('knip refuses a file that nothing imports', () => {
  plant('host/src/planted.ts', 'export const lonely = 1;\n');
  expect(run('knip', ['--include', 'files'])).toContain('host/src/planted.ts');
}, 120_000);
