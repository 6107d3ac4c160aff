import fs from 'node:fs';
import path from 'node:path';
import { findRemoteIds } from '../repository/readRemotes';

const root = path.resolve(__dirname, '../..');
const BUNDLES = ['shared', 'host', ...findRemoteIds()].map((bundle) => `${bundle}/src`);

const sourcesOf = (directory: string): string[] =>
  fs.readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(directory, entry.name);
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : sourcesOf(full);
    // renderStandalone runs without federation, on the real packages; what walls.test.ts plants comes and goes.
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$|^renderStandalone|^planted/i.test(entry.name) ? [full] : [];
  });

/** Names that sources import from a package at run time: types vanish. */
const importedNames = (packageName: string): Map<string, string> => {
  const names = new Map<string, string>();
  const pattern = new RegExp(`import\\s+(type\\s+)?\\{([^}]*)\\}\\s+from\\s+'${packageName}'`, 'g');
  for (const file of BUNDLES.flatMap((bundle) => sourcesOf(path.join(root, bundle)))) {
    for (const [, typeOnly, list] of fs.readFileSync(file, 'utf8').matchAll(pattern)) {
      if (typeOnly) continue;
      for (const name of (list ?? '').split(',').map((part) => part.trim())) {
        if (name && !name.startsWith('type '))
          names.set(name.split(/\sas\s/)[0]?.trim() ?? name, path.relative(root, file));
      }
    }
  }
  return names;
};

const facadeNames = (file: string): string[] =>
  [...fs.readFileSync(path.join(__dirname, file), 'utf8').matchAll(/export \{([^}]*)\}/g)].flatMap(([, list]) =>
    (list ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  );

test.each([
  ['react-router-dom', 'routerFacade.ts'],
  ['@reduxjs/toolkit', 'toolkitFacade.ts'],
])('every name the bundles import from %s is in its facade', (packageName, facade) => {
  const provided = new Set(facadeNames(facade));
  const missing = [...importedNames(packageName)].filter(([name]) => !provided.has(name));
  expect(missing).toEqual([]);
});

test('the scan finds imports at all', () => {
  expect(importedNames('react-router-dom').size).toBeGreaterThan(5);
  expect(importedNames('@reduxjs/toolkit').size).toBeGreaterThan(3);
});
