import fs from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../repository/repositoryRoot';
import { hashPackageName, isModuleNameOf } from './moduleClasses';

const packages = fs
  .readdirSync(repositoryRoot)
  .filter((name) => fs.existsSync(path.join(repositoryRoot, name, 'package.json')));

test('no two packages of the repository have the same letters in their class names', () => {
  expect(packages).toEqual(expect.arrayContaining(['host', 'shared', 'mfe-home', 'mfe-catalog']));
  const letters = packages.map(hashPackageName);
  expect(new Set(letters).size).toBe(packages.length);
  expect(letters.filter((text) => !/^[A-Za-z0-9]{3}$/.test(text))).toEqual([]);
});

describe('a class name', () => {
  const ofHome = `Hero-module_title_${hashPackageName('mfe-home')}Q0u`;
  test('belongs to the package whose letters it has', () => {
    expect(isModuleNameOf('mfe-home', ofHome)).toBe(true);
    expect(packages.filter((name) => isModuleNameOf(name, ofHome))).toEqual(['mfe-home']);
  });

  test.each([
    ['without a hash', 'Hero-module_title'],
    ['with something after its hash', `${ofHome}-more`],
    ['whose letters stand elsewhere', `Hero-module_${hashPackageName('mfe-home')}Q0u_title`],
    ['of no CSS module', `title_${hashPackageName('mfe-home')}Q0u`],
  ])('%s belongs to none', (_what, name) => {
    expect(packages.filter((packageName) => isModuleNameOf(packageName, name))).toEqual([]);
  });
});
