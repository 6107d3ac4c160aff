import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { webpack } from 'webpack';
import { StableIdsPlugin } from './StableIdsPlugin';

let folders: string[] = [];
afterEach(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
  folders = [];
});

/**
 * Builds a remote that provides a shared module and imports a file named like Module Federation's entry, whose name is
 * a hash of the folder. Returns the ids of its modules.
 */
const buildIn = async (prefix: string, hash: string): Promise<readonly (string | number | null)[]> => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), prefix));
  folders.push(folder);
  fs.mkdirSync(path.join(folder, '.federation'));
  const entry = path.join(folder, `.federation/entry.${hash}.js`);
  fs.writeFileSync(entry, 'export const entry = 1;');
  const ribbon = path.join(folder, 'ribbon.js');
  fs.writeFileSync(ribbon, 'export const ribbon = 1;');
  fs.writeFileSync(path.join(folder, 'remote.js'), `export { entry } from ${JSON.stringify(entry)}; import 'ribbon';`);
  const compiler = webpack({
    mode: 'none',
    context: folder,
    entry: {},
    output: { path: path.join(folder, 'dist'), publicPath: 'auto', uniqueName: 'gifts' },
    optimization: { moduleIds: 'deterministic' },
    plugins: [
      new ModuleFederationPlugin({
        name: 'gifts',
        filename: 'container.js',
        exposes: { './remote': path.join(folder, 'remote.js') },
        shared: { ribbon: { import: ribbon, version: '1.0.0', requiredVersion: '1.0.0' } },
        dts: false,
        manifest: false,
      }),
      new StableIdsPlugin(folder),
    ],
  });
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error ?? stats?.hasErrors()) return reject(error ?? new Error(stats?.toString()));
      const ids = [...(stats?.compilation.modules ?? [])].map((module) =>
        stats?.compilation.chunkGraph.getModuleId(module),
      );
      compiler.close(() => resolve(ids.map((id) => id ?? null).sort()));
    });
  });
};

test('modules have the same ids in every folder', async () => {
  const here = await buildIn('here-', '0463c4175f20b8e68a76160da3e2d138');
  const there = await buildIn('a-much-longer-place-', 'fb9608ef103f3bbcb21fd059f983349e');
  expect(here).toEqual(there);
});
