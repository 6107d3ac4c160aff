import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { copyRepository } from '../testing/copyRepository';
import { hashBuildInputs } from './buildInputs';

interface Locked {
  version?: string;
  [field: string]: unknown;
}

let root: string;
let remove: () => void;
beforeAll(() => {
  ({ directory: root, remove } = copyRepository());
});
afterAll(() => remove());

const PACKAGES = ['host', 'mfe-home', 'mfe-auth', 'mfe-catalog', 'mfe-cart-checkout'] as const;
const hashes = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(PACKAGES.map(async (name) => [name, await hashBuildInputs(name, root)] as const)),
  );

/** Changes a file of the copy temporarily. Returns the packages that would be rebuilt. */
const rebuiltAfter = async (file: string, change: (text: string) => string): Promise<string[]> => {
  const before = await hashes();
  const full = path.join(root, file);
  const text = fs.readFileSync(full, 'utf8');
  const changed = change(text);
  expect(changed).not.toBe(text);
  fs.writeFileSync(full, changed);
  const after = await hashes();
  fs.writeFileSync(full, text);
  return PACKAGES.filter((name) => after[name] !== before[name]);
};
const alterLockfile =
  (alter: (packages: Record<string, Locked>) => void) =>
  (text: string): string => {
    const lockfile = JSON.parse(text) as { packages: Record<string, Locked> };
    alter(lockfile.packages);
    return JSON.stringify(lockfile, null, 2);
  };
const withVersion = (folder: string, version: string) =>
  alterLockfile((packages) => {
    expect(packages[folder]).toBeDefined();
    packages[folder] = { ...packages[folder], version };
  });

/** Lists the packages whose package.json contains a library. */
const findUsers = (library: string): string[] => {
  const users = PACKAGES.filter((name) =>
    fs.readFileSync(path.join(root, name, 'package.json'), 'utf8').includes(`"${library}"`),
  );
  expect(users.length).toBeGreaterThan(0);
  expect(users).not.toEqual(PACKAGES);
  return users;
};

test('adding a remote and its lockfile entries rebuilds nothing else; another version of its library rebuilds only it', async () => {
  const before = await hashes();
  execFileSync(process.execPath, ['--import', 'tsx', 'federation/registry/cli.ts', 'new', 'mfe-gifts'], {
    cwd: root,
    stdio: 'pipe',
  });
  const manifestFile = path.join(root, 'mfe-gifts/package.json');
  const manifest = JSON.parse(fs.readFileSync(manifestFile, 'utf8')) as Locked;
  const dependencies = { ...(manifest['dependencies'] as object), 'a-library': '1.0.0' };
  fs.writeFileSync(manifestFile, JSON.stringify({ ...manifest, dependencies }));

  const lockfile = path.join(root, 'package-lock.json');
  const text = fs.readFileSync(lockfile, 'utf8');
  const withLibrary = (version: string): string =>
    alterLockfile((packages) => {
      packages['mfe-gifts'] = { version: '1.0.0', dependencies };
      packages['node_modules/mfe-gifts'] = { resolved: 'mfe-gifts', link: true };
      packages['node_modules/a-library'] = { version, integrity: `sha512-${version}` };
    })(text);
  fs.writeFileSync(lockfile, withLibrary('1.0.0'));
  expect(await hashes()).toEqual(before);
  const gifts = await hashBuildInputs('mfe-gifts', root);
  fs.writeFileSync(lockfile, withLibrary('1.0.1'));
  expect(await hashes()).toEqual(before);
  expect(await hashBuildInputs('mfe-gifts', root)).not.toBe(gifts);
  fs.writeFileSync(lockfile, text);
}, 60_000);

test.each([
  ['its own source', 'mfe-home/src/remote.ts', ['mfe-home']],
  ['its own description', 'mfe-home/remote.json', ['mfe-home']],
  ['its own build', 'mfe-home/webpack.config.ts', ['mfe-home']],
  ['shared code', 'shared/src/navigation/paths.ts', PACKAGES],
  ['the build configuration', 'federation/build/webpack/createWebpackConfig.ts', PACKAGES],
  ['a command', 'federation/registry/commands/list.ts', []],
  ['a test', 'mfe-home/src/remote.contract.test.tsx', []],
])('%s rebuilds the affected packages', async (_what, file, concerned) => {
  expect(await rebuiltAfter(file, (text) => `${text}\n`)).toEqual(concerned);
});

test('the version of a library that one remote uses, directly or not, rebuilds only that remote', async () => {
  expect(await rebuiltAfter('package-lock.json', withVersion('node_modules/react-hook-form', '99.0.0'))).toEqual(
    findUsers('react-hook-form'),
  );
  const through = alterLockfile((packages) => {
    packages['node_modules/react-hook-form'] = {
      ...packages['node_modules/react-hook-form'],
      dependencies: { 'a-library': '1.0.0' },
    };
    packages['node_modules/a-library'] = { version: '1.0.0' };
  });
  expect(await rebuiltAfter('package-lock.json', through)).toEqual(findUsers('react-hook-form'));
});

test("a remote's nested version of a library counts for that remote", async () => {
  const nested = alterLockfile((packages) => {
    packages['mfe-home/node_modules/lucide-react'] = { version: '0.0.1' };
  });
  expect(await rebuiltAfter('package-lock.json', nested)).toEqual(['mfe-home']);
});

test.each(['node_modules/react', 'node_modules/webpack', 'node_modules/typescript', 'node_modules/terser'])(
  'the version of %s, which all builds use, rebuilds all packages',
  async (folder) => {
    expect(await rebuiltAfter('package-lock.json', withVersion(folder, '99.0.0'))).toEqual(PACKAGES);
  },
);

test.each(['node_modules/eslint', 'node_modules/jest', 'node_modules/drizzle-orm'])(
  'the version of %s, which no build uses, rebuilds nothing',
  async (folder) => {
    expect(await rebuiltAfter('package-lock.json', withVersion(folder, '99.0.0'))).toEqual([]);
  },
);

test('the supported browsers rebuild all packages; a script of the repository rebuilds nothing', async () => {
  expect(await rebuiltAfter('package.json', (text) => text.replace('"firefox esr"', '"firefox 999"'))).toEqual(
    PACKAGES,
  );
  expect(
    await rebuiltAfter('package.json', (text) => text.replace('"node scripts/start.mjs"', '"node scripts/begin.mjs"')),
  ).toEqual([]);
});
