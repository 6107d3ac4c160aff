import fs from 'node:fs';
import path from 'node:path';
import { RepositoryCopy } from '../testing/RepositoryCopy';
import { findReasonToBuild } from './BuildInputs';

const REMOTE = 'mfe-gifts';
const FOLDER = 'mfe-gifts/src/imported-folder';
let copy: RepositoryCopy;
let root: string;
let built: string;

const run = (...args: string[]): string =>
  copy.runOrThrow(process.execPath, '--import', 'tsx', 'federation/registry/cli.ts', ...args);

/** A small remote, built by webpack in a copy of the repository. */
beforeAll(() => {
  copy = new RepositoryCopy();
  root = copy.directory;
  run('new', REMOTE);
  copy.write(`${FOLDER}/index.ts`, 'export const year = 2026;\n');
  copy.edit(`${REMOTE}/src/remote.ts`, (text) => `${text}export { year } from './imported-folder';\n`);
  built = run('build', REMOTE);
}, 180_000);
afterAll(() => copy.remove());

const findReason = (): Promise<string | undefined> =>
  findReasonToBuild(REMOTE, path.join(root, REMOTE, 'dist/inputs.json'), root);

/** Changes a file of the copy temporarily. Returns why the remote has to be built again. */
const reasonAfter = async (file: string, change: (text: string) => string): Promise<string | undefined> => {
  const full = path.join(root, file);
  const text = fs.readFileSync(full, 'utf8');
  expect(change(text)).not.toBe(text);
  fs.writeFileSync(full, change(text));
  const reason = await findReason();
  fs.writeFileSync(full, text);
  return reason;
};
const append = (text: string): string => `${text}\n`;

test('a remote is built once, and again only with --force or with a changed file', () => {
  expect(built).toContain(`built ${REMOTE}`);
  expect(run('build', REMOTE)).toContain(`${REMOTE} is up to date`);
}, 60_000);

test.each([
  ['its own source', 'mfe-gifts/src/remote.ts'],
  ["the index.ts of a folder that it imports by the folder's name", `${FOLDER}/index.ts`],
  ['a style sheet', 'mfe-gifts/src/features/welcome/WelcomePage.module.css'],
  ['its own build', 'mfe-gifts/webpack.config.ts'],
  ['its own version', 'mfe-gifts/package.json'],
  ['shared code that it imports', 'shared/src/navigation/paths.ts'],
  ['the build configuration', 'federation/build/webpack/createWebpackConfig.ts'],
  ['a loader', 'federation/build/webpack/cssLayerLoader.cjs'],
  ['what a loader imports', 'server-kit/src/pictures/encodePicture.cjs'],
  ['the entry of a release, which esbuild compiles', 'federation/build/webpack/releaseEntry.ts'],
  ['the singletons', 'federation/runtime/sharedDependencies.ts'],
  ["the compiler's settings", 'tsconfig.base.json'],
])('%s builds it again', async (_what, file) => {
  expect(await reasonAfter(file, append)).toBe(`${file} changed`);
});

test.each([
  ['shared code that it does not import', 'shared/src/design-system/CodeInput/CodeInput.tsx'],
  ['another remote', 'mfe-home/src/remote.ts'],
  ['a command', 'federation/registry/commands/list.ts'],
  ['its test', 'mfe-gifts/src/remote.contract.test.tsx'],
])('%s does not', async (_what, file) => {
  expect(await reasonAfter(file, append)).toBeUndefined();
});

test('a file that an import would find first builds it again', async () => {
  const file = path.join(root, 'mfe-gifts/src/features/welcome/WelcomePage');
  fs.writeFileSync(file, '');
  expect(await findReason()).toBe('mfe-gifts/src/features/welcome/WelcomePage was added');
  fs.rmSync(file);
  expect(await findReason()).toBeUndefined();
});

test('the supported browsers build it again; a script of the repository does not', async () => {
  expect(await reasonAfter('package.json', (text) => text.replace('"firefox esr"', '"firefox 999"'))).toBe(
    'libraries or browsers changed',
  );
  expect(
    await reasonAfter('package.json', (text) => text.replace('"node scripts/start.mjs"', '"node scripts/begin.mjs"')),
  ).toBeUndefined();
});

test('a removed file and a missing record build it again', async () => {
  const file = path.join(root, 'mfe-gifts/src/remote.ts');
  const text = fs.readFileSync(file);
  fs.rmSync(file);
  expect(await findReason()).toBe('mfe-gifts/src/remote.ts changed');
  fs.writeFileSync(file, text);
  expect(await findReasonToBuild('mfe-home', path.join(root, 'mfe-home/dist/inputs.json'), root)).toBe(
    'it was not built yet',
  );
});
