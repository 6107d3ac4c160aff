import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../repository/repositoryRoot';
import { baseConfig, type BuildOptions } from './createWebpackConfig';
import { isModuleNameOf } from './moduleClasses';
import { runWebpack } from './runWebpack';

/** Compiles one CSS module with the real configuration. */
let directory: string;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'module-classes-'));
  fs.writeFileSync(path.join(directory, 'GiftPage.module.css'), '.page { color: red; }');
  fs.writeFileSync(path.join(directory, 'main.js'), "globalThis.page = require('./GiftPage.module.css').default.page;");
});
afterEach(() => fs.rmSync(directory, { recursive: true, force: true }));

const compile = async (bundle: string, options: BuildOptions): Promise<string> => {
  const config = baseConfig(repositoryRoot, bundle, options);
  const output = { ...config.output, path: path.join(directory, 'dist') };
  await runWebpack({ ...config, entry: path.join(directory, 'main.js'), output, devtool: false });
  const scripts = fs.readdirSync(output.path).filter((name) => name.endsWith('.js'));
  const text = scripts.map((name) => fs.readFileSync(path.join(output.path, name), 'utf8')).join('\n');
  return /GiftPage-module_page_\w+/.exec(text)?.[0] ?? '';
};

test('the browser build, the node build and the dev server give a class the same name, with the letters of the package', async () => {
  const names = [
    await compile('mfe-gifts', { target: 'web', mode: 'production' }),
    await compile('mfe-gifts', { target: 'node', mode: 'production' }),
    await compile('mfe-gifts', { target: 'web', mode: 'development' }),
    await compile('mfe-gifts', { target: 'node', mode: 'development' }),
  ];
  expect(new Set(names).size).toBe(1);
  expect(names.filter((name) => !isModuleNameOf('mfe-gifts', name))).toEqual([]);
});

test('two packages that bundle the same file give its class different names', async () => {
  const ofHost = await compile('host', { target: 'node', mode: 'production' });
  expect(isModuleNameOf('host', ofHost)).toBe(true);
  expect(isModuleNameOf('mfe-gifts', ofHost)).toBe(false);
});
