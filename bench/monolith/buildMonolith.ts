import fs from 'node:fs/promises';
import path from 'node:path';
import { baseConfig, compressFiles, runWebpack } from '@shop/build';
import { findShopRemotes } from '../startShop';

const repositoryRoot = path.resolve(__dirname, '../..');
export const monolithDist = path.join(repositoryRoot, 'bench/dist/monolith');

const allRemotes = path.join(repositoryRoot, 'bench/dist/allRemotes.js');

/** Generates a module that imports every remote of the shop. */
const writeAllRemotes = async (): Promise<void> => {
  const ids = findShopRemotes();
  const imports = ids.map(
    (id, index) =>
      `import { remote as remote${index} } from ${JSON.stringify(path.join(repositoryRoot, id, 'src/remote'))};`,
  );
  const entries = ids.map((id, index) => `${JSON.stringify(id)}: remote${index}`);
  await fs.mkdir(path.dirname(allRemotes), { recursive: true });
  await fs.writeFile(allRemotes, `${imports.join('\n')}\nexport const modules = { ${entries.join(', ')} };\n`);
};

/** Builds the twin: the same sources in one client-rendered webpack bundle. Returns its files. */
export const buildMonolith = async (): Promise<{ scripts: string[]; styles: string[] }> => {
  await writeAllRemotes();
  const config = baseConfig(path.join(repositoryRoot, 'host'), 'monolith', { target: 'web', mode: 'production' });
  const { stats } = await runWebpack({
    ...config,
    entry: { client: './src/entry.client.ts' },
    output: { ...config.output, path: monolithDist, publicPath: '/assets/' },
    resolve: {
      ...config.resolve,
      alias: {
        ...config.resolve?.alias,
        '@shop/runtime/browser$': path.join(__dirname, 'monolithLoader.ts'),
        'all-remotes$': allRemotes,
      },
    },
  });
  await compressFiles(monolithDist);
  const files = (stats.entrypoints?.['client']?.assets ?? []).map(({ name }) => `/assets/${name}`);
  return {
    scripts: files.filter((file) => file.endsWith('.js')),
    styles: files.filter((file) => file.endsWith('.css')),
  };
};
