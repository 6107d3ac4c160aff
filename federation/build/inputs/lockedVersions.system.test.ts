import { RepositoryCopy } from '../testing/RepositoryCopy';
import { readLockedVersions } from './lockedVersions';

interface Locked {
  version?: string;
  [field: string]: unknown;
}

let copy: RepositoryCopy;
beforeAll(() => {
  copy = new RepositoryCopy();
});
afterAll(() => copy.remove());

const PACKAGES = ['host', 'mfe-home', 'mfe-auth', 'mfe-catalog', 'mfe-cart-checkout'] as const;

const readVersions = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      PACKAGES.map(async (name) => [name, JSON.stringify(await readLockedVersions(copy.directory, [name]))] as const),
    ),
  );

/** Changes the lockfile of the copy temporarily. Returns the packages that use other versions then. */
const changedBy = async (alter: (packages: Record<string, Locked>) => void): Promise<string[]> => {
  const before = await readVersions();
  const text = copy.read('package-lock.json');
  const lockfile = JSON.parse(text) as { packages: Record<string, Locked> };
  alter(lockfile.packages);
  copy.write('package-lock.json', JSON.stringify(lockfile, null, 2));
  const after = await readVersions();
  copy.write('package-lock.json', text);
  return PACKAGES.filter((name) => after[name] !== before[name]);
};

const withVersion =
  (folder: string, version: string) =>
  (packages: Record<string, Locked>): void => {
    expect(packages[folder]).toBeDefined();
    packages[folder] = { ...packages[folder], version };
  };

/** Lists the packages whose package.json contains a library. */
const findUsers = (library: string): string[] => {
  const users = PACKAGES.filter((name) => copy.read(`${name}/package.json`).includes(`"${library}"`));
  expect(users.length).toBeGreaterThan(0);
  expect(users).not.toEqual(PACKAGES);
  return users;
};

test('the version of a library that some remotes use, directly or not, counts for those remotes only', async () => {
  const users = findUsers('react-hook-form');
  expect(await changedBy(withVersion('node_modules/react-hook-form', '99.0.0'))).toEqual(users);
  const withDependency = (packages: Record<string, Locked>): void => {
    packages['node_modules/react-hook-form'] = {
      ...packages['node_modules/react-hook-form'],
      dependencies: { 'a-library': '1.0.0' },
    };
    packages['node_modules/a-library'] = { version: '1.0.0' };
  };
  expect(await changedBy(withDependency)).toEqual(users);
});

test("a remote's nested version of a library counts for that remote", async () => {
  const nested = (packages: Record<string, Locked>): void => {
    packages['mfe-home/node_modules/lucide-react'] = { version: '0.0.1' };
  };
  expect(await changedBy(nested)).toEqual(['mfe-home']);
});

test('a remote that is added with its libraries counts for no other', async () => {
  const added = (packages: Record<string, Locked>): void => {
    packages['mfe-gifts'] = { version: '1.0.0', dependencies: { 'a-library': '1.0.0' } };
    packages['node_modules/mfe-gifts'] = { resolved: 'mfe-gifts', link: true };
    packages['node_modules/a-library'] = { version: '1.0.0' };
  };
  expect(await changedBy(added)).toEqual([]);
});

test.each(['node_modules/react', 'node_modules/webpack', 'node_modules/typescript', 'node_modules/terser'])(
  'the version of %s, which all builds use, counts for all packages',
  async (folder) => {
    expect(await changedBy(withVersion(folder, '99.0.0'))).toEqual(PACKAGES);
  },
);

test.each(['node_modules/eslint', 'node_modules/jest', 'node_modules/drizzle-orm'])(
  'the version of %s, which no build uses, counts for no package',
  async (folder) => {
    expect(await changedBy(withVersion(folder, '99.0.0'))).toEqual([]);
  },
);
