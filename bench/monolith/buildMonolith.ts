import path from 'node:path';
import { baseConfig, compressFiles, runWebpack } from '@shop/federation/build';

const repositoryRoot = path.resolve(__dirname, '../..');
export const monolithDist = path.join(repositoryRoot, 'bench/dist/monolith');

/** Builds the twin: the same sources in one webpack bundle, rendered in the browser. Answers its files. */
export const buildMonolith = async (): Promise<{ scripts: string[]; styles: string[] }> => {
  const config = baseConfig(path.join(repositoryRoot, 'host'), 'monolith', { target: 'web', mode: 'production' });
  const stats = await runWebpack({
    ...config,
    entry: { client: './src/entry.client.ts' },
    output: { ...config.output, path: monolithDist, publicPath: '/assets/' },
    resolve: {
      ...config.resolve,
      alias: { ...config.resolve?.alias, '@shop/federation/browser$': path.join(__dirname, 'monolithLoader.ts') },
    },
  });
  await compressFiles(monolithDist);
  const files = (stats.entrypoints?.['client']?.assets ?? []).map(({ name }) => `/assets/${name}`);
  return { scripts: files.filter((file) => file.endsWith('.js')), styles: files.filter((file) => file.endsWith('.css')) };
};
