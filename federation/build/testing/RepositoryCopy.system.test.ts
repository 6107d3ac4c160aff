import fs from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../repository/repositoryRoot';
import { RepositoryCopy } from './RepositoryCopy';

test('npm in a copy leaves the repository as it was', () => {
  const installed = path.join(repositoryRoot, 'node_modules/.package-lock.json');
  const before = fs.readFileSync(installed, 'utf8');
  const programs = fs.readdirSync(path.join(repositoryRoot, 'node_modules/.bin'));
  const copy = new RepositoryCopy();
  copy.write('mfe-gifts/package.json', '{ "name": "mfe-gifts", "version": "1.0.0" }');
  copy.runOrThrow('npm', 'install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit', '--no-fund');
  expect(copy.read('package-lock.json')).toContain('mfe-gifts');
  copy.remove();
  expect(fs.readFileSync(installed, 'utf8')).toBe(before);
  expect(fs.readdirSync(path.join(repositoryRoot, 'node_modules/.bin'))).toEqual(programs);
});
