import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Each wall is shown one violation, planted beside real code and taken away again. */
const root = path.resolve(__dirname, '..');
const bin = (name: string): string => path.join(root, 'node_modules/.bin', name);
const planted: string[] = [];

const plant = (file: string, text: string): string => {
  const full = path.join(root, file);
  fs.writeFileSync(full, text);
  planted.push(full);
  return full;
};
afterEach(() => {
  for (const file of planted.splice(0)) fs.rmSync(file, { force: true });
});
const run = (command: string, args: readonly string[]): string => {
  const { stdout, stderr, status } = spawnSync(bin(command), args, { cwd: root, encoding: 'utf8' });
  return `${status}\n${stdout}\n${stderr}`;
};

test('dependency-cruiser refuses each import over a wall', () => {
  const violations = [
    // a remote that imports a remote
    ['mfe-auth/src/planted.ts', "export * from '../../mfe-home/src/remote';\n", 'remote-never-remote'],
    // shared that imports a remote
    ['shared/src/planted.ts', "export * from '../../mfe-home/src/remote';\n", 'shared-imports-nobody'],
    // an API that imports more than contracts
    ['api/src/planted.ts', "export * from '../../shared/src/navigation/paths';\n", 'api-imports-contracts-only'],
    // a browser that loads what is the servers'
    ['host/src/planted.ts', "export * from '@shop/observability/requestIds';\n", 'observability-on-servers-only'],
    // a bundle that draws plots
    ['mfe-home/src/planted.ts', "export * from '@visx/shape';\n", 'plots-at-federation-only'],
    // telemetry that is loaded in any case
    ['observability/src/planted.ts', "export * from './openTelemetry';\n", 'telemetry-behind-one-door'],
    // a feature that imports a feature
    [
      'mfe-catalog/src/features/listing/planted.ts',
      "export * from '../product/productSlice';\n",
      'feature-never-feature',
    ],
  ] as const;
  const files = violations.map(([file, text]) => path.relative(root, plant(file, text)));
  // One line for each: the rule, then the file it is about.
  const said = run('depcruise', ['--config', '.dependency-cruiser.cjs', ...files]);
  for (const [file, , rule] of violations) expect(said).toMatch(new RegExp(`${rule}: ${file} `));
}, 60_000);

test('eslint refuses a promise nobody waits for, an inline style, a fetch of a bundle’s own, and patterns that texts can keep busy', () => {
  const full = plant(
    'mfe-auth/src/Planted.tsx',
    "import * as Type from '@sinclair/typebox';\n" +
      "export const hidden = Type.String({ maxLength: 9, pattern: '^(a+)+$' });\n" +
      'export const unbounded = Type.String({ pattern: /^a$/.source });\n' +
      'export const goesBack = /^a*[ab]a*$/;\nexport const startsAgain = /a+b/;\n' +
      "export function Planted() {\n  void 0;\n  fetch('/api/products');\n  return <p style={{ color: 'red' }}>no</p>;\n}\n",
  );
  // In a program of its own: the whole project's would be made for this one file (10 s), as `npm run lint` makes it for
  // all of them.
  const project = plant(
    'tsconfig.planted.json',
    JSON.stringify({ extends: './tsconfig.base.json', files: ['mfe-auth/src/Planted.tsx'] }),
  );
  const said = run('eslint', [
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
    expect(said).toContain(rule);
}, 120_000);

test('tsc refuses a text where a number belongs', () => {
  plant('federation/planted.ts', "export const wrong: number = 'one';\n");
  expect(run('tsc', ['--noEmit', '-p', 'tsconfig.json'])).toContain('planted.ts(1,14): error TS2322');
}, 120_000);

test('knip refuses a file nobody imports', () => {
  plant('host/src/planted.ts', 'export const lonely = 1;\n');
  expect(run('knip', ['--include', 'files'])).toContain('host/src/planted.ts');
}, 120_000);
