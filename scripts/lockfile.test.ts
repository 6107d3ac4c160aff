import fs from 'node:fs';
import path from 'node:path';

/** What npm ci does not ask for (decision 0006). That the lockfile matches every package.json, npm ci checks itself. */
interface Locked {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const readJson = (file: string) => JSON.parse(fs.readFileSync(path.join(__dirname, '..', file), 'utf8'));
const locked = Object.entries(readJson('package-lock.json').packages as Readonly<Record<string, Locked>>);
const thirdParty = locked.filter(([folder, { link }]) => folder.includes('node_modules/') && !link);
const workspaces = locked.filter(([folder]) => !folder.includes('node_modules/'));

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

test('every package has a sha512 hash', () => {
  expect(thirdParty.length).toBeGreaterThan(1_000);
  const unhashed = thirdParty.filter(([, { integrity = '' }]) => !SHA512.test(integrity));
  expect(unhashed.map(([folder]) => folder)).toEqual([]);
});

test('every package comes from the registry, none from a repository, a path or another URL', () => {
  // npm writes no URL of the registry (.npmrc), only others.
  const foreign = thirdParty.filter(([, { resolved }]) => resolved !== undefined);
  expect(foreign.map(([folder, { resolved }]) => `${folder}: ${resolved}`)).toEqual([]);
});

test.each(workspaces)(
  'versions in "%s" are exact',
  (_folder, { dependencies, devDependencies, optionalDependencies }) => {
    const asked = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(asked.filter(([, version]) => !EXACT.test(version))).toEqual([]);
  },
);

test('versions in overrides are exact', () => {
  const list = (value: string | object): string[] =>
    typeof value === 'string' ? [value] : Object.values(value).flatMap(list);
  const ranges = list(readJson('package.json').overrides).filter((version) => !EXACT.test(version));
  expect(ranges).toEqual([]);
});
